// The engine in a worker.

import { startEngine } from './wasm.js';

async function load(): Promise<(message: string) => string> {
  const reply = await fetch(new URL('engine.wasm', self.location.href.replace(/assets\/[^/]*$/, '')));
  if (!reply.ok) throw new Error(`engine.wasm: ${reply.status}`);
  return startEngine(await reply.arrayBuffer());
}

let engine: ReturnType<typeof load> | undefined;

self.onmessage = async (e: MessageEvent<{ id: number; text: string }>) => {
  const { id, text } = e.data;
  try {
    engine ??= load();
    self.postMessage({ id, text: (await engine)(text) });
  } catch (failure) {
    engine = undefined; // a fresh one next time; tables are loaded again from what was saved
    self.postMessage({ id, failed: String(failure) });
  }
};
