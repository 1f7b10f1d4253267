// What the tests share that ask the table service about every game. MU_TABLES: the service over
// standard input.
import { after } from 'node:test';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

export const strings = JSON.parse(readFileSync(new URL('../src/strings.json', import.meta.url), 'utf8'));
export const languages = ['en', 'de', 'fr', 'hu'];

const tables = spawn(process.env.MU_TABLES ?? 'build/mu_tables', { stdio: ['pipe', 'pipe', 'inherit'] });
after(() => tables.kill());
const answers = createInterface({ input: tables.stdout })[Symbol.asyncIterator]();
export async function ask(message) {
  tables.stdin.write(`${JSON.stringify({ v: 1, ...message })}\n`);
  return JSON.parse((await answers.next()).value);
}

let seed = 20_000;
export function below(n) {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
  return (seed >>> 8) % n;
}
export const one = (list) => list[below(list.length)];

// A game with up to two options that are not the usual ones.
export async function randomTable(info, seats = Array(info.players).fill('person')) {
  for (;;) {
    const options = info.options.length ? Array.from({ length: below(3) }, () => one(info.options)) : [];
    const chosen = [...new Set(options)].filter((o) => o.key !== 'players').map((o) => `${o.key}=${one(o.choices)}`);
    const game = chosen.length ? `${info.name}(${chosen.join(', ')})` : info.name;
    const view = await ask({ type: 'new', game, seats, seed: below(1e6), player: 0 });
    if (view.type === 'view') return { view, game };
  }
}
