// The bidding lab: a question, the sums of its answers so far, and what they say.

import type { LabAnswer, Phrase } from './protocol';

export interface LabQuestion {
  game: string;
  hand: string[];
  dealer: number;
  calls: string[];
  up: string;
}

export interface CallSum {
  id: number;
  text: string;
  meaning: string;
  words: Phrase[];
  worlds: number;
  sum: number;
  squares: number;
  gains: number;
}

export interface ContractSum {
  contract: string;
  by: string;
  values: Map<number, number>;
}

export interface LabSums {
  worlds: number;
  effective: number;
  calls: CallSum[];
  played: { worlds: number; contracts: ContractSum[] };
  open: { worlds: number; contracts: ContractSum[] };
}

export const noSums = (): LabSums => ({
  worlds: 0,
  effective: 0,
  calls: [],
  played: { worlds: 0, contracts: [] },
  open: { worlds: 0, contracts: [] },
});

function addContracts(to: LabSums['open'], more: LabAnswer['open']): LabSums['open'] {
  const contracts = to.contracts.map((c) => ({ ...c, values: new Map(c.values) }));
  for (const { contract, by, values } of more?.contracts ?? []) {
    let at = contracts.find((c) => c.contract === contract && c.by === by);
    if (!at) contracts.push((at = { contract, by, values: new Map() }));
    for (const [value, count] of values) at.values.set(value, (at.values.get(value) ?? 0) + count);
  }
  return { worlds: to.worlds + (more?.worlds ?? 0), contracts };
}

export function added(to: LabSums, more: LabAnswer): LabSums {
  const before = new Map(to.calls.map((c) => [c.id, c]));
  return {
    worlds: to.worlds + more.worlds,
    effective: to.effective + more.effective,
    calls: more.actions.map((a) => {
      const was = before.get(a.id);
      return {
        id: a.id,
        text: a.text,
        meaning: a.meaning,
        words: a.words,
        worlds: a.worlds + (was?.worlds ?? 0),
        sum: a.sum + (was?.sum ?? 0),
        squares: a.squares + (was?.squares ?? 0),
        gains: a.gains + (was?.gains ?? 0),
      };
    }),
    played: addContracts(to.played, more.played),
    open: addContracts(to.open, more.open),
  };
}

// Mean and half of its 95 % interval; `spread` allows for deals that count less than others.
export function meanOf(c: CallSum, spread = 1): { mean: number; half: number } {
  const mean = c.sum / c.worlds;
  const variance = c.worlds > 1 ? Math.max(0, c.squares / c.worlds - mean * mean) * (c.worlds / (c.worlds - 1)) : Infinity;
  return { mean, half: 1.96 * spread * Math.sqrt(variance / c.worlds) };
}

// The lower end of Wilson's 95 % interval of a share.
export function lowerBound(wins: number, n: number): number {
  if (n === 0) return 0;
  const z = 1.96;
  const p = wins / n;
  const root = z * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n));
  return Math.max(0, (p + (z * z) / (2 * n) - root) / (1 + (z * z) / n));
}

export function atLeast(c: ContractSum, need: number): { wins: number; n: number } {
  let wins = 0;
  let n = 0;
  for (const [value, count] of c.values) {
    n += count;
    if (value >= need) wins += count;
  }
  return { wins, n };
}

export function contractMean(c: ContractSum): { mean: number; half: number; n: number } {
  let n = 0;
  let sum = 0;
  let squares = 0;
  for (const [value, count] of c.values) {
    n += count;
    sum += value * count;
    squares += value * value * count;
  }
  const mean = sum / n;
  const variance = n > 1 ? (Math.max(0, squares / n - mean * mean) * n) / (n - 1) : Infinity;
  return { mean, half: 1.96 * Math.sqrt(variance / n), n };
}

// The address that asks the same.
export function labAddress(q: LabQuestion): string {
  const more = new URLSearchParams({ hand: q.hand.join(' '), dealer: String(q.dealer) });
  if (q.calls.length > 0) more.set('calls', q.calls.join(' '));
  if (q.up) more.set('up', q.up);
  return `lab=${encodeURIComponent(q.game)}&${more}`;
}

export function labFrom(what: string, options: URLSearchParams): LabQuestion {
  const words = (key: string) => (options.get(key) ?? '').split(' ').filter(Boolean);
  return {
    game: decodeURIComponent(what.slice('lab='.length)) || 'bridge',
    hand: words('hand'),
    dealer: Math.max(0, Math.min(3, Math.trunc(Number(options.get('dealer') ?? 0)) || 0)),
    calls: words('calls'),
    up: options.get('up') ?? '',
  };
}
