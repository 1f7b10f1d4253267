declare const __ENGINE__: 'worker' | 'server';
