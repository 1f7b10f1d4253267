// How long the engine takes in Chromium, beside the same questions asked natively.
//
//   node tests/e2e/times.mjs FOLDER MU_TABLES
//
// FOLDER is build/site/page, MU_TABLES build/mu_tables. Processor time of a question, a mean over nine
// deals: the machine may be busy.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
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
const rounds = 5; // of every question; the first is not counted, while code is being compiled
const inPage = (message, times) =>
  page.evaluate(([m, times]) => {
    for (let i = 0; i < times; i++) {
      const answer = JSON.parse(window.engine.handle(JSON.stringify({ v: 1, ...m })));
      if (answer.type === 'error') throw new Error(answer.reason);
    }
  }, [message, times]);
const natively = async (message, times) => {
  for (let i = 0; i < times; i++) await ask(message);
};
const processes = await browser.newBrowserCDPSession();
const pageSeconds = async () => {
  const { processInfo } = await processes.send('SystemInfo.getProcessInfo');
  return processInfo.filter((p) => p.type === 'renderer').reduce((sum, p) => sum + p.cpuTime, 0);
};
const nativeSeconds = () => {
  const fields = readFileSync(`/proc/${native.pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100; // ticks of 10 ms
};
console.log('| | Chromium, ms | native | times |\n|---|---|---|---|');
for (const of of new Set(questions.map((q) => q.of))) {
  const asked = questions.filter((q) => q.of === of);
  for (const { message } of asked) await inPage(message, 1);
  const start = [await pageSeconds(), nativeSeconds()];
  for (const { message } of asked) await inPage(message, rounds);
  for (const { message } of asked) await natively(message, rounds);
  const [there, here] = [(await pageSeconds()) - start[0], nativeSeconds() - start[1]].map((s) => (1000 * s) / rounds / asked.length);
  console.log(`| ${of} | ${there.toFixed(1)} | ${here.toFixed(1)} | ${(there / here).toFixed(1)} |`);
}
native.kill();
await browser.close();
end();
