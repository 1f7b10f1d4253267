// How long the engine takes in Chromium, beside the same questions asked natively.
//
//   node tests/e2e/times.mjs FOLDER MU_TABLES
//
// FOLDER is build/site/page, MU_TABLES build/mu_tables. Medians over the deals, wall clock: the machine
// should have nothing else to do.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { openBrowser, visitor } from './support.mjs';
import { serve } from './site.mjs';

const [folder, tables] = process.argv.slice(2);
const native = spawn(tables, [], { stdio: ['pipe', 'pipe', 'inherit'] });
const lines = createInterface({ input: native.stdout })[Symbol.asyncIterator]();
async function ask(message) {
  native.stdin.write(`${JSON.stringify({ v: 1, ...message })}\n`);
  const answer = JSON.parse((await lines.next()).value);
  if (answer.type === 'error') throw new Error(answer.reason);
  return answer;
}
async function dealOf(game, seed) {
  let view = await ask({ type: 'new', game, seats: Array(4).fill('casual'), seed, player: -1 });
  while (!view.result) view = await ask({ type: 'step', table: view.table, player: -1 });
  await ask({ type: 'close', table: view.table });
  return view.result.record;
}
const deals = (game, n) => Promise.all(Array.from({ length: n }, (_, i) => i + 1)).then(async (seeds) => {
  const out = [];
  for (const seed of seeds) out.push(await dealOf(game, seed));
  return out;
});
// The first card of a deal is the decision after the last call.
const firstCard = async (record) => {
  const { history, ranks } = await ask({ type: 'analyse', record, at: 0 });
  const led = history.findIndex((h, i) => ranks[h.action] && history.slice(i).every((x) => ranks[x.action]));
  return led;
};

const questions = [];
for (const record of await deals('bridge', 9)) questions.push({ of: 'bridge: a table of 20', message: { type: 'analyse', record, at: 0, contracts: true } });
for (const record of await deals('contree', 9)) questions.push({ of: 'contree: all four suits of a deal', message: { type: 'analyse', record, at: 0, contracts: true } });
for (const record of await deals('euchre', 9))
  questions.push({ of: 'euchre: the lead in 20 worlds', message: { type: 'teach', record, at: await firstCard(record), worlds: 20 } });

const { base, end } = await serve(folder);
const browser = await openBrowser();
const { page } = await visitor(browser);
await page.goto(base);
await page.evaluate(async () => {
  const { startEngine } = await import('/loader.js');
  window.engine = await startEngine(await (await fetch('/engine.wasm')).arrayBuffer());
});
const inPage = (message) =>
  page.evaluate((m) => {
    const start = performance.now();
    const answer = JSON.parse(window.engine(JSON.stringify({ v: 1, ...m })));
    if (answer.type === 'error') throw new Error(answer.reason);
    return performance.now() - start;
  }, message);
async function natively(message) {
  const start = performance.now();
  await ask(message);
  return performance.now() - start;
}
const times = new Map();
for (const { of, message } of questions) {
  const row = times.get(of) ?? { there: [], here: [] };
  times.set(of, row);
  row.there.push(Math.min(await inPage(message), await inPage(message)));
  row.here.push(Math.min(await natively(message), await natively(message)));
}
const median = (list) => list.sort((a, b) => a - b)[Math.trunc(list.length / 2)].toFixed(1);
const most = (list) => Math.max(...list).toFixed(1);
console.log('| | Chromium, ms: median (most) | native | times |\n|---|---|---|---|');
for (const [of, { there, here }] of times)
  console.log(`| ${of} | ${median(there)} (${most(there)}) | ${median(here)} (${most(here)}) | ${(median(there) / median(here)).toFixed(1)} |`);
native.kill();
await browser.close();
end();
