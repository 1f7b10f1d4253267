// The engine of the page, without a browser: a deal of every game it has, refusals, times.
//
//   node tests/engine.mjs build/site/engine.wasm
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { startEngine } from '../src/lib/wasm.js';

const code = readFileSync(process.argv[2]);
let start = performance.now();
const handle = await startEngine(code);
console.log(`${code.length} bytes, started in ${(performance.now() - start).toFixed(0)} ms`);
const ask = (message) => JSON.parse(handle(JSON.stringify({ v: 1, ...message })));

assert.equal(JSON.parse(handle('{')).code, 'malformed');
assert.equal(ask({ type: 'see', table: 'nowhere' }).code, 'unknown');
const { games, levels } = ask({ type: 'hello' });
assert.equal(levels.length, 5);
for (const { name, players } of games) {
  start = performance.now();
  const me = Math.min(2, players - 1);
  const seats = Array.from({ length: players }, (_, k) => (k === me ? 'person' : 'casual'));
  let view = ask({ type: 'new', game: name, seats, seed: 7, player: me });
  assert.equal(view.type, 'view', JSON.stringify(view));
  const where = { table: view.table, player: me };
  let actions = 0;
  for (; !view.result; actions++) {
    if (view.waits) {
      assert.equal(ask({ type: 'act', ...where, action: 'nonsense' }).type, 'error');
      const at = actions % view.legal.length;
      view = ask({ type: 'act', ...where, action: view.legal[at].id });
    } else view = ask({ type: 'step', ...where });
    assert.equal(view.type, 'view', JSON.stringify(view));
  }
  console.log(`${name}: ${actions} actions, ${(performance.now() - start).toFixed(0)} ms; ${view.result.text}`);
  ask({ type: 'close', table: view.table });
}

// Times to be compared with the native ones: 20 random deals of whist before the lead, and the 20
// contracts of bridge deals.
const time = (name, n, f) => {
  const each = [];
  for (let i = 0; i < n; i++) {
    const at = process.cpuUsage().user; // of this process: the machine may be busy
    f(i);
    each.push((process.cpuUsage().user - at) / 1000);
  }
  const mean = each.reduce((a, b) => a + b) / n;
  console.log(`${name}: mean ${mean.toFixed(1)} ms, most ${Math.max(...each).toFixed(1)} ms`);
};
const dealOf = (game, seed) => {
  let view = ask({ type: 'new', game, seats: Array(4).fill('casual'), seed, player: -1 });
  const table = view.table;
  while (!view.result) view = ask({ type: 'step', table, player: -1 });
  ask({ type: 'close', table });
  return view.result.record;
};
const has = (name) => games.some((g) => g.name === name);
if (has('whist')) {
  const records = Array.from({ length: 10 }, (_, i) => dealOf('whist', i + 1));
  time('whist, 13 cards, every lead', records.length, (i) => assert.ok(ask({ type: 'analyse', record: records[i], at: 0 }).solution));
}
if (has('bridge')) {
  const records = Array.from({ length: 3 }, (_, i) => dealOf('bridge', i + 1));
  time('bridge, table of 20', records.length, (i) => assert.ok(ask({ type: 'analyse', record: records[i], at: 0, contracts: true }).contracts));
}
if (has('contree')) {
  const records = Array.from({ length: 5 }, (_, i) => dealOf('contree', i + 1));
  time('contree, all contracts', records.length, (i) => ask({ type: 'analyse', record: records[i], at: 0, contracts: true }));
}
