// The engine of the page, without a browser: a deal of every game it has, refusals, times.
//
//   node tests/engine.mjs build/site/engine.wasm [build/mu_tables]
//
// Where the native table service is given, deals by nets are played there too, and compared.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { startEngine } from '../src/lib/wasm.js';

const code = readFileSync(process.argv[2]);
let start = performance.now();
const { handle, missingNets, addNet } = await startEngine(code);
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

// A deal of every game in which all seats do what the net says; first without the net.
const net = (name) => readFileSync(new URL(`../../nets/${name}`, import.meta.url));
const said = []; // messages and their answers
const log = (message) => {
  const answer = ask(message);
  assert.notEqual(answer.type, 'error', JSON.stringify(answer));
  said.push({ message, answer });
  return answer;
};
for (const { name, players } of games) {
  const table = `net-${name}`;
  let view = log({ type: 'new', table, game: name, seats: Array(players).fill('person'), seed: 11, player: 0 });
  const who = () => view.players[view.to_act].player;
  const question = () => ({ type: 'hint', table, player: who(), by: 'net' });
  const needed = missingNets(JSON.stringify({ v: 1, ...question() }));
  assert.deepEqual(needed, [`${name}.munet`]);
  assert.match(ask(question()).reason, /^there is no net/);
  const bytes = net(needed[0]);
  assert.throws(() => addNet(needed[0], bytes.subarray(0, bytes.length - 8)), /is cut off or damaged/);
  assert.throws(() => addNet(needed[0], Buffer.from('PK')), /is no net/);
  assert.throws(() => addNet('tarock.munet', bytes), new RegExp(`whose name is ${name}.munet`));
  addNet(needed[0], bytes);
  assert.deepEqual(missingNets(JSON.stringify({ v: 1, ...question() })), []);
  let decisions = 0;
  let spent = 0;
  while (!view.result) {
    const at = process.cpuUsage().user;
    const values = log(question());
    spent += process.cpuUsage().user - at;
    decisions++;
    view = log({ type: 'act', table, player: who(), action: values.chosen.id });
  }
  console.log(`${name} by its net: ${decisions} decisions, ${(spent / 1000 / decisions).toFixed(2)} ms each; ${view.result.text}`);
  ask({ type: 'close', table });
}
if (process.argv[3]) {
  // Sums are added up in another order, so values differ by rounding.
  const { stdout, status } = spawnSync(process.argv[3], { input: said.map((s) => JSON.stringify({ v: 1, ...s.message }) + '\n').join(''), maxBuffer: 1 << 30 });
  assert.equal(status, 0);
  const native = stdout.toString().trimEnd().split('\n').map((line) => JSON.parse(line));
  assert.equal(native.length, said.length);
  let worst = 0;
  let values = 0;
  for (const [i, { answer }] of said.entries()) {
    if (answer.type !== 'values') {
      assert.deepEqual(native[i], answer);
      continue;
    }
    assert.deepEqual(native[i].values.map((v) => v.id), answer.values.map((v) => v.id));
    for (const [k, v] of answer.values.entries()) {
      const off = Math.abs(v.value - native[i].values[k].value) / Math.max(1, Math.abs(v.value));
      assert.ok(off < 1e-3, `${v.text}: ${v.value}, natively ${native[i].values[k].value}`);
      worst = Math.max(worst, off);
      values++;
    }
  }
  console.log(`${values} values as natively, at most ${worst.toExponential(1)} of a value off`);
} else console.log('no native table service to compare with');

// Every level sits down in every game, and says which nets it is without: none, now that all are there.
for (const { name, players } of games)
  for (const level of levels) {
    const message = { type: 'new', game: name, seats: Array(players).fill(level), seed: 3, player: -1 };
    for (const belief of missingNets(JSON.stringify({ v: 1, ...message }))) {
      assert.match(belief, /^beliefs\//);
      addNet(belief, net(belief));
    }
    const view = ask(message);
    assert.equal(view.type, 'view', JSON.stringify(view));
    const next = ask({ type: 'step', table: view.table, player: -1 });
    assert.equal(next.type, 'view', JSON.stringify(next));
    assert.equal(next.faults, undefined);
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
