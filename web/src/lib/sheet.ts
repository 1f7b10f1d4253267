// The score as it is kept on paper by players of each game: what is written for every deal, and in
// which column. Nothing here is computed that the engine knows.

import { callPieces, seatName, sideName, type Piece } from './words';
import { markOf, type Face } from './cards';
import { dealPoints, gamesWon } from './table';
import { text, type Key, type Language } from './strings';
import type { Data, SheetLine, View } from './protocol';

export interface Cell {
  top?: string; // what was said, or how it came about
  main: string;
  sub?: string; // what the deal brought, where `main` is the running total
}
export interface Row {
  deal: number;
  what: Piece[]; // the contract
  who: string; // who played it
  mark: '' | 'made' | 'lost'; // whether it was made
  note: string;
  cells: Cell[];
  ends?: boolean; // a game ends here: a line is drawn
}
export interface Sheet {
  what: boolean; // there is a contract to be written down
  columns: string[];
  rows: Row[];
  totals: Cell[] | null;
}

// The numbers of a rubber, for each side: above the line, and below it game by game.
export interface Rubber {
  columns: string[];
  above: [number[], number[]];
  below: [number[], number[]][]; // of each game
  totals: [number, number];
  vulnerable: [boolean, boolean];
}

export const signed = (n: number): string => (n > 0 ? '+' : '') + String(n).replace('-', '−');
const plain = (n: number): string => String(n).replace('-', '−');

// Who a column is for: a player, and for two sides the side of whoever looks on first.
export function columnsOf(view: View, language: Language): { name: string; player: number }[] {
  const me = view.seat ?? 0;
  const n = view.match.totals.length;
  if (view.sides === 2 && n === 4)
    return [me % 2, 1 - (me % 2)].map((side) => ({ name: sideName(side, view, language), player: side }));
  return Array.from({ length: n }, (_, player) => ({ name: playerName(player, view, language), player }));
}

// By the seat he has now; who sits out is the dealer.
function playerName(player: number, view: View, language: Language): string {
  const seat = view.players.findIndex((p) => p.player === player);
  if (seat >= 0) return seatName(seat, view, language);
  return text(language, player === view.player ? 'you' : 'dealer');
}

interface Written {
  what: Piece[];
  made?: boolean;
  notes: string[];
}

// What is written beside the points of a deal.
function written(view: View, line: SheetLine, face: Face, language: Language): Written {
  const t = (key: Key, values = {}) => text(language, key, values);
  const x = line.line as Data;
  const suit = (s: string): Piece[] => {
    const mark = markOf({ hearts: 'H', bells: 'B', leaves: 'L', acorns: 'A' }[s] ?? s, face);
    return mark ? [{ mark }] : [{ text: t('no_trump') }];
  };
  const call = (c: string) => callPieces(c, view.name, face, language);
  switch (view.name) {
    case 'bridge':
      return { what: [...call(x.contract), { text: x.over === 0 ? '=' : signed(x.over) }], made: x.over >= 0, notes: [] };
    case 'contree':
      return {
        what: call(x.contract),
        made: x.made,
        notes: [
          x.coinche === 'coinche' ? t('coinched') : x.coinche === 'surcoinche' ? t('surcoinched') : '',
          x.belote === null ? '' : t('belote_is', { who: sideName(x.belote % 2, view, language) }),
        ],
      };
    case 'jass':
      return {
        what: [...call(x.contract), ...(x.times > 1 ? [{ text: `×${x.times}` }] : [])],
        notes: [
          x.weis_points > 0 ? `Weis ${x.weis_points} ${sideName(x.weis_winner, view, language)}` : '',
          x.stoeck === undefined ? '' : `Stöck ${sideName(x.stoeck, view, language)}`,
        ],
      };
    case 'euchre':
      return { what: suit(x.trump), made: x.tricks >= 3, notes: [t('tricks_n', { n: x.tricks }), x.alone ? t('alone') : ''] };
    case 'skat':
      return {
        what: call(x.announced === 'nothing' ? x.contract : `${x.contract}_${x.announced}`),
        made: x.won,
        notes: [x.hand ? t('hand_game') : '', t('skat_value', { n: x.value })],
      };
    case 'ulti':
      return { what: call(x.contract), made: x.made, notes: [] };
    case 'snapszer':
      return { what: [], notes: [t(`snapszer_short_${x.reason as 'under_33'}`), `${x.points[0]} : ${x.points[1]}`] };
    case 'whist':
      return { what: suit(x.trump), notes: [`${x.tricks[(view.seat ?? 0) % 2]} : ${x.tricks[1 - ((view.seat ?? 0) % 2)]}`] };
    case 'differenzler':
      return { what: suit(x.trump), notes: [] };
    default:
      return { what: [], notes: [] };
  }
}

// How the numbers of a game are kept.
type Numbers = 'deal' | 'running' | 'down' | 'list' | 'predicted';
const numbers: Record<string, Numbers> = {
  contree: 'running', jass: 'running', euchre: 'running', whist: 'running', skat: 'list', snapszer: 'down', differenzler: 'predicted',
};

export function sheetOf(view: View, face: Face, language: Language): Sheet {
  const columns = columnsOf(view, language);
  const how: Numbers = view.name === 'snapszer' && !view.match.target ? 'running' : (numbers[view.name] ?? 'deal');
  const points = dealPoints(view);
  let before = columns.map(() => 0); // the running totals, or what is left to score
  const rows = view.sheet.map((line, i): Row => {
    const x = line.line as Data;
    const passed = Object.keys(x).length === 0;
    const w = passed ? { what: [], notes: [text(language, view.name === 'skat' ? 'passed_in' : 'passed_out')] } : written(view, line, face, language);
    const gain = columns.map((c) => points[i]![c.player] ?? null);
    const ends = gamesWon(line) > gamesWon(view.sheet[i - 1]);
    const after = columns.map((_, k) => before[k]! + (gain[k] ?? 0));
    const cells = columns.map((c, k): Cell => {
      const n = gain[k];
      if (n === null || n === undefined) return { main: '–' };
      if (how === 'deal') return { main: view.name === 'bridge' ? (n > 0 ? plain(n) : '') : n === 0 ? '0' : signed(n) };
      if (how === 'down') return { main: plain(Math.max(0, view.match.target! - after[k]!)), sub: n > 0 ? `−${n}` : '' };
      if (how === 'predicted')
        return { top: `${x.said[line.seating.indexOf(c.player)]} / ${x.points[line.seating.indexOf(c.player)]}`, main: plain(-n), sub: `Σ ${plain(-after[k]!)}` };
      // On a skat list only what changes is written.
      if (how === 'list' && n === 0) return { main: '' };
      return { main: plain(after[k]!), sub: n === 0 ? '' : signed(n) };
    });
    before = ends ? columns.map(() => 0) : after;
    return {
      deal: line.deal,
      what: w.what,
      who: typeof x.by === 'number' && view.name !== 'snapszer' ? playerName(line.seating[x.by]!, view, language) : '',
      mark: w.made === undefined ? '' : w.made ? 'made' : 'lost',
      note: w.notes.filter(Boolean).join(' · '),
      cells,
      ends,
    };
  });
  const sums = how === 'deal' || how === 'predicted';
  return {
    what: view.name !== 'differenzler',
    columns: columns.map((c) => c.name),
    rows,
    totals: sums ? columns.map((c) => ({ main: how === 'predicted' ? plain(-view.match.totals[c.player]!) : plain(view.match.totals[c.player]!) })) : null,
  };
}

// null: no rubber is played.
export function rubberOf(view: View, language: Language): Rubber | null {
  if (!view.match.facts.games || view.name !== 'bridge') return null;
  const columns = columnsOf(view, language);
  const sides = columns.map((c) => c.player) as [number, number];
  const out: Rubber = { columns: columns.map((c) => c.name), above: [[], []], below: [[[], []]], totals: [0, 0], vulnerable: [false, false] };
  const points = dealPoints(view);
  view.sheet.forEach((line, i) => {
    const entry = (line.line as Data).rubber as { below: number[]; above: number[] } | undefined;
    sides.forEach((side, k) => {
      const below = entry?.below[side] ?? 0;
      const above = entry?.above[side] ?? 0;
      if (below > 0) out.below.at(-1)![k]!.push(below);
      if (above > 0) out.above[k]!.push(above);
      // The rest of what the deal brought is the bonus for the rubber.
      const bonus = (points[i]![side] ?? 0) - below - above;
      if (bonus > 0) out.above[k]!.push(bonus);
    });
    if (gamesWon(line) > gamesWon(view.sheet[i - 1])) out.below.push([[], []]);
  });
  sides.forEach((side, k) => {
    out.totals[k] = view.match.totals[side]!;
    out.vulnerable[k] = view.match.facts.games[side] > 0 && !view.match.over;
  });
  return out;
}

// What is written below: how far the match goes, and who has won it.
export function footOf(view: View, language: Language): string[] {
  const t = (key: Key, values = {}) => text(language, key, values);
  const { target, facts, over, winner } = view.match;
  const columns = columnsOf(view, language);
  const out: string[] = [];
  if (facts.games) out.push(t('sheet_games', { games: columns.map((c) => `${c.name} ${facts.games[c.player]}`).join(', ') }));
  if (over && winner !== null) {
    const name = columns.find((c) => c.player === (columns.length === 2 ? winner % 2 : winner))?.name ?? '';
    out.push(t('sheet_won', { who: name }));
  } else if (view.name === 'snapszer' && target) out.push(t('sheet_down', { n: target }));
  else if (target) out.push(t('sheet_target', { n: target }));
  else if (facts.length) out.push(t('sheet_length', { n: view.match.deals_played, all: facts.length }));
  if (facts.settlement === 'seeger') out.push('Seeger-Fabian');
  return out;
}
