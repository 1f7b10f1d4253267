// Starts engine.wasm with the few functions of the system that it asks for. Plain JavaScript, so
// that tests without a browser can use it too.

const done = 0;
const bad_descriptor = 8;

export async function startEngine(code) {
  let engine;
  const bytes = () => new DataView(engine.memory.buffer);
  const system = {
    clock_time_get: (_clock, _precision, out) => {
      bytes().setBigUint64(out, BigInt(Math.round(performance.now() * 1e6)), true);
      return done;
    },
    random_get: (at, length) => {
      crypto.getRandomValues(new Uint8Array(engine.memory.buffer, at, length));
      return done;
    },
    environ_sizes_get: (count, size) => {
      bytes().setUint32(count, 0, true);
      bytes().setUint32(size, 0, true);
      return done;
    },
    environ_get: () => done,
    // What is written (by a failed assertion) goes to the console.
    fd_write: (_fd, parts, count, written) => {
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
    proc_exit: (status) => {
      throw new Error(`the engine stopped (${status})`);
    },
  };
  const module = await WebAssembly.compile(code);
  // Everything else is about files, and there are none.
  const asked = WebAssembly.Module.imports(module).map((i) => [i.name, system[i.name] ?? (() => bad_descriptor)]);
  const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: Object.fromEntries(asked) });
  engine = instance.exports;
  engine._initialize();

  const put = (given) => {
    const at = engine.mu_web_allocate(given.length); // memory may grow: `buffer` is another one then
    new Uint8Array(engine.memory.buffer, at, given.length).set(given);
  };
  const text = (at) => new TextDecoder().decode(new Uint8Array(engine.memory.buffer, at, engine.mu_web_length())).trimEnd();
  return {
    // One message, and the lines that answer it.
    handle(message) {
      put(new TextEncoder().encode(message));
      return text(engine.mu_web_handle());
    },
    // The names of the nets that have to be added first, if its bots are to ask them.
    missingNets(message) {
      put(new TextEncoder().encode(message));
      return text(engine.mu_web_nets()).split('\n').filter(Boolean);
    },
    addNet(name, net) {
      const line = new TextEncoder().encode(`${name}\n`);
      const both = new Uint8Array(line.length + net.length);
      both.set(line);
      both.set(net, line.length);
      put(both);
      const wrong = text(engine.mu_web_add_net());
      if (wrong) throw new Error(wrong);
    },
  };
}
