declare const __ENGINE__: 'worker' | 'http';
