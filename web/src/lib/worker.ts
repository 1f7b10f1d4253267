// The engine in a worker.

import { startEngine } from './wasm.js';

const beside = (name: string): URL => new URL(name, self.location.href.replace(/assets\/[^/]*$/, ''));

async function load(): Promise<ReturnType<typeof startEngine>> {
  const reply = await fetch(beside('engine.wasm'));
  if (!reply.ok) throw new Error(`engine.wasm: ${reply.status}`);
  return startEngine(await reply.arrayBuffer());
}

// A net, kept for when there is no network: a worker may be older than the service worker that
// would keep it.
async function fetchNet(name: string): Promise<Uint8Array> {
  const url = beside(`nets/${name}`).href;
  const kept = await caches.open('mu-1').catch(() => null);
  const reply = (await fetch(url).catch(() => undefined)) ?? (await kept?.match(url));
  if (!reply) throw new Error(`nets/${name}: no network`);
  if (!reply.ok) throw new Error(`nets/${name}: ${reply.status}`);
  const net = await reply.arrayBuffer();
  await kept?.put(url, new Response(net)).catch(() => {}); // there may be no room
  return new Uint8Array(net);
}

let engine: ReturnType<typeof load> | undefined;

async function answer({ id, text }: { id: number; text: string }): Promise<void> {
  try {
    engine ??= load();
    const at = await engine;
    for (const net of at.missingNets(text))
      try {
        self.postMessage({ notice: { type: 'net', net } });
        at.addNet(net, await fetchNet(net));
        self.postMessage({ notice: { type: 'net', net: null } });
      } catch (failure) {
        // The bots do without it.
        self.postMessage({ notice: { type: 'net', net, failed: failure instanceof Error ? failure.message : String(failure) } });
      }
    self.postMessage({ id, text: at.handle(text) });
  } catch (failure) {
    engine = undefined; // a fresh one next time; tables are loaded again from what was saved
    self.postMessage({ id, failed: String(failure) });
  }
}

// One after the other, also while a net is being fetched.
let last = Promise.resolve();
self.onmessage = (e: MessageEvent<{ id: number; text: string }>) => {
  last = last.then(() => answer(e.data));
};
