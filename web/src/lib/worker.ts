// The engine in a worker: engine.wasm with the few functions of the system that it asks for.

interface Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  mu_web_allocate(size: number): number;
  mu_web_handle(): number;
  mu_web_length(): number;
}

let engine: Exports;

const bytes = () => new DataView(engine.memory.buffer);
const done = 0;
const bad_descriptor = 8;

const system: Record<string, (...a: never[]) => number> = {
  clock_time_get: (_clock: number, _precision: bigint, out: number) => {
    bytes().setBigUint64(out, BigInt(Math.round(performance.now() * 1e6)), true);
    return done;
  },
  random_get: (at: number, length: number) => {
    crypto.getRandomValues(new Uint8Array(engine.memory.buffer, at, length));
    return done;
  },
  environ_sizes_get: (count: number, size: number) => {
    bytes().setUint32(count, 0, true);
    bytes().setUint32(size, 0, true);
    return done;
  },
  environ_get: () => done,
  // What is written (by a failed assertion) goes to the console.
  fd_write: (_fd: number, parts: number, count: number, written: number) => {
    let text = '';
    let sum = 0;
    for (let i = 0; i < count; i++) {
      const at = bytes().getUint32(parts + 8 * i, true);
      const length = bytes().getUint32(parts + 8 * i + 4, true);
      text += new TextDecoder().decode(new Uint8Array(engine.memory.buffer, at, length));
      sum += length;
    }
    console.warn(text);
    bytes().setUint32(written, sum, true);
    return done;
  },
  proc_exit: (code: number) => {
    throw new Error(`the engine stopped (${code})`);
  },
};

// Files: there are none.
const imports = new Proxy(system, { get: (known, name: string) => known[name] ?? (() => bad_descriptor) });

async function start(): Promise<Exports> {
  const url = new URL('engine.wasm', self.location.href.replace(/assets\/[^/]*$/, ''));
  const reply = await fetch(url);
  if (!reply.ok) throw new Error(`engine.wasm: ${reply.status}`);
  const module = await WebAssembly.compile(await reply.arrayBuffer());
  const names = WebAssembly.Module.imports(module).filter((i) => i.module === 'wasi_snapshot_preview1');
  const wasi = Object.fromEntries(names.map((i) => [i.name, imports[i.name]]));
  const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi });
  engine = instance.exports as unknown as Exports;
  engine._initialize();
  return engine;
}

let started: Promise<Exports> | undefined;

self.onmessage = async (e: MessageEvent<{ id: number; text: string }>) => {
  const { id, text } = e.data;
  try {
    started ??= start();
    const e = await started;
    const message = new TextEncoder().encode(text);
    const at = e.mu_web_allocate(message.length);
    new Uint8Array(e.memory.buffer, at, message.length).set(message);
    const answer = e.mu_web_handle();
    const lines = new TextDecoder().decode(new Uint8Array(e.memory.buffer, answer, e.mu_web_length()));
    self.postMessage({ id, text: lines.trimEnd() });
  } catch (failure) {
    started = undefined; // a fresh one next time; tables are loaded again from what was saved
    self.postMessage({ id, failed: String(failure) });
  }
};
