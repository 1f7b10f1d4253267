// What a table shows besides cards, read from the view's data: contract, progress, who leads.

import { callPieces, type Piece } from './words';
import { markOf, type Face } from './cards';
import { text, type Language } from './strings';
import type { SheetLine, View } from './protocol';

export interface Bar {
  label: string;
  value: number;
  goal: number | null;
  all: number;
}

const seatLetters = ['N', 'E', 'S', 'W'];

// "N" or "0" to a number.
export const seatIndex = (seat: unknown): number | null => {
  if (typeof seat !== 'string') return null;
  const at = seatLetters.indexOf(seat);
  return at >= 0 ? at : Number.parseInt(seat, 10);
};

const suitOfTrump = (trump: unknown): string => {
  if (typeof trump !== 'string') return '';
  const words: Record<string, string> = { hearts: 'H', bells: 'B', leaves: 'L', acorns: 'A' };
  if (words[trump]) return words[trump]!;
  return /^[shdcHBLADSC]$/.test(trump) ? trump : '';
};

export const trumpOf = (view: View): string => suitOfTrump(view.view.trump);

// The contract as pieces, and the seat that plays it.
export function contractOf(view: View, face: Face, language: Language): { pieces: Piece[]; by: number | null } {
  const v = view.view;
  const t = (key: Parameters<typeof text>[1], values = {}) => text(language, key, values);
  const suit = trumpOf(view);
  const trump: Piece[] = suit ? [{ mark: markOf(suit, face) }] : [];
  switch (view.name) {
    case 'bridge': {
      const bid = v.contract ?? v.bid;
      if (!bid) return { pieces: [], by: null };
      return { pieces: callPieces(bid, 'bridge', face, language), by: seatIndex(v.declarer ?? v.bidder) };
    }
    case 'contree': {
      if (!v.contract) return { pieces: [], by: null };
      const stake = { none: '', coinche: '×2', surcoinche: '×3' }[v.contract.coinche as 'none'] ?? '';
      return {
        pieces: [...callPieces(v.contract.bid, 'contree', face, language), ...(stake ? [{ text: stake }] : [])],
        by: seatIndex(v.contract.bidder),
      };
    }
    case 'jass':
      return { pieces: v.contract ? callPieces(v.contract, 'jass', face, language) : [], by: null };
    case 'euchre':
      return { pieces: trump, by: seatIndex(v.maker) };
    case 'ulti': {
      if (!v.contract) return { pieces: [], by: null };
      return { pieces: [...callPieces(v.contract.bid, 'ulti', face, language), ...trump], by: seatIndex(v.soloist) };
    }
    case 'skat': {
      const by = seatIndex(v.soloist);
      if (!v.contract) return { pieces: v.bid ? [{ text: String(v.bid) }] : [], by };
      const { game, hand, announced, contra } = v.contract;
      const said = [hand ? t('hand_game') : '', announced === 'nothing' ? '' : t(announced), ['', '×2', '×4'][contra as number] ?? ''];
      return {
        pieces: [...callPieces(game, 'skat', face, language), ...said.filter(Boolean).map((word) => ({ text: word }))],
        by,
      };
    }
    default:
      return { pieces: suit ? trump : v.trump === 'n' || v.trump === 'none' ? [{ text: t('no_trump') }] : [], by: null };
  }
}

// How far a side is, and what it needs.
export function barOf(view: View, language: Language): Bar | null {
  const v = view.view;
  const me = view.seat ?? 0;
  const t = (key: Parameters<typeof text>[1], values = {}) => text(language, key, values);
  const side = me % Math.max(view.sides, 1);
  const whose = (s: number) => (view.sides === 2 && view.seat !== null ? t(s === side ? 'us' : 'them') : '');
  const label = (s: number, value: number) => `${whose(s)} ${value}`.trim();
  switch (view.name) {
    case 'bridge': {
      const by = seatIndex(v.declarer);
      if (by === null || !v.contract) return null;
      const s = by % 2;
      const tricks = v.tricks_won[s] as number;
      return { label: label(s, tricks), value: tricks, goal: 6 + Number(v.contract[0]), all: 13 };
    }
    case 'contree': {
      const by = seatIndex(v.contract?.bidder);
      if (by === null || v.phase !== 'play') return null;
      const s = by % 2;
      return { label: label(s, v.points[s]), value: v.points[s], goal: Math.min(v.contract.value, 162), all: 162 };
    }
    case 'jass':
      return v.contract ? { label: label(side, v.points[side]), value: v.points[side], goal: null, all: 157 } : null;
    case 'differenzler': {
      const said = v.predictions?.[me];
      return typeof said === 'number' ? { label: String(v.points[me]), value: v.points[me], goal: said, all: 157 } : null;
    }
    case 'euchre': {
      const by = seatIndex(v.maker);
      if (by === null || v.phase !== 'play') return null;
      const s = by % 2;
      return { label: label(s, v.tricks_won[s]), value: v.tricks_won[s], goal: 3, all: 5 };
    }
    case 'whist':
      return { label: label(side, v.tricks_won[side]), value: v.tricks_won[side], goal: 7, all: 13 };
    case 'snapszer':
      return { label: `${v.points[me]} : ${v.points[1 - me]}`, value: v.points[me], goal: 66, all: 66 };
    case 'ulti': {
      const by = seatIndex(v.soloist);
      if (by === null || v.phase !== 'play') return null;
      return { label: String(v.points[by]), value: v.points[by], goal: null, all: 160 };
    }
    case 'skat': {
      if (!v.contract || v.contract.game === 'null' || v.phase !== 'play') return null;
      return { label: String(v.points.soloist), value: v.points.soloist, goal: 61, all: 120 };
    }
    default:
      return null;
  }
}

// What the last deals brought every player, from one total to the next: a deal's own score may be
// counted otherwise. Where a game of several is won, the totals begin again.
export function dealPoints(view: View): (number | null)[][] {
  return view.sheet.map((line, i) => {
    const before = view.sheet[i - 1];
    const again = gamesWon(line) > gamesWon(before) && line.totals.every((n) => n === 0);
    return line.totals.map((n, k) => {
      const score = line.score[k] ?? null;
      return score === null ? null : again ? Math.max(score, 0) : n - (before?.totals[k] ?? 0);
    });
  });
}
export const gamesWon = (line: SheetLine | undefined): number =>
  ((line?.match.games as number[] | undefined) ?? []).reduce((a, b) => a + b, 0);

// Bridge: a side that pays and wins more.
export const vulnerable = (view: View, seat: number): boolean => {
  const who = view.name === 'bridge' ? view.view.vulnerable : 'none';
  return who === 'both' || who === (seat % 2 === 0 ? 'ns' : 'ew');
};

// Hands that lie open at other seats, by seat.
export function openHands(view: View): Map<number, string[]> {
  const out = new Map<number, string[]>();
  for (const [seat, cards] of Object.entries(view.view.open_hands ?? {})) {
    const list = Array.isArray(cards) ? (cards as string[]) : String(cards).split(' ').filter(Boolean);
    const at = seatIndex(seat)!;
    if (at !== view.seat && list.length > 0) out.set(at, list);
  }
  if (view.open && !view.result)
    (view.open as unknown[]).forEach((cards, seat) => {
      if (seat !== view.seat) out.set(seat, cardList(cards));
    });
  return out;
}

export const cardList = (cards: unknown): string[] =>
  Array.isArray(cards) ? (cards as string[]) : String(cards ?? '').split(' ').filter(Boolean);

// How many cards have to be chosen together, 0 if they are played one by one.
export function discards(view: View): number {
  const v = view.view;
  if (!view.waits || view.to_act !== view.seat || view.legal.length === 0) return 0;
  if (!view.legal.every((c) => c.card) || v.trick) return 0;
  if (v.phase === 'play') return 0;
  const others = (v.cards_left as number[]).filter((_, s) => s !== view.seat);
  return Math.max(0, (v.hand as string[]).length - Math.min(...others));
}
