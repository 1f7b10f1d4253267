import { mount } from 'svelte';
import App from './ui/App.svelte';
import './app.css';

mount(App, { target: document.getElementById('app')! });

if (__ENGINE__ === 'worker' && 'serviceWorker' in navigator && location.protocol !== 'file:')
  navigator.serviceWorker
    .register('sw.js')
    .then(() => navigator.serviceWorker.ready)
    .then((at) => {
      // What this visit has loaded already is kept too, so that the next one needs no network.
      const loaded = performance.getEntriesByType('resource').map((r) => r.name);
      const own = loaded.filter((url) => url.startsWith(location.origin));
      at.active?.postMessage([location.href.split('#')[0], new URL('engine.wasm', location.href).href, ...own]);
    })
    .catch(() => {});
