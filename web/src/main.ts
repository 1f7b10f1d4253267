import { mount } from 'svelte';
import App from './ui/App.svelte';
import './app.css';

mount(App, { target: document.getElementById('app')! });

if (__ENGINE__ === 'worker' && 'serviceWorker' in navigator && location.protocol !== 'file:')
  navigator.serviceWorker
    .register('sw.js')
    .then(() => navigator.serviceWorker.ready)
    .then((at) => {
      // What this visit loads is kept too, so that the next one needs no network: what came before the
      // service worker, and what comes later without it, such as the script of the engine's worker.
      const keep = (urls: string[]) => at.active?.postMessage(urls);
      keep([location.href.split('#')[0]!, new URL('engine.wasm', location.href).href]);
      new PerformanceObserver((loaded) =>
        keep(loaded.getEntries().map((r) => r.name).filter((url) => url.startsWith(location.origin))),
      ).observe({ type: 'resource', buffered: true });
    })
    .catch(() => {});
