// Cards as they are drawn: which suit marks, letters and colours. Nothing here knows a rule; how
// cards rank comes with every view.

import { text, type Language } from './strings';
import type { GameInfo, Rank } from './protocol';

export type Face = 'french' | 'german' | 'swiss';

export interface Drawn {
  rank: string; // "A", "K", "10"
  letter: string; // what stands in the corner
  suit: string; // the symbol in the sprite
  colour: string; // its class
  name: string; // for people who listen
  court: '' | 'K' | 'Q' | 'J';
  german: boolean;
}

// Suit letters of the engine: s h d c, H B L A in Hungarian decks, D H S C in skat's. Each has a
// mark in every face.
const marks: Record<Face, Record<string, string>> = {
  french: { s: 'spade', h: 'heart', d: 'diamond', c: 'club', H: 'heart', B: 'diamond', L: 'spade', A: 'club', D: 'diamond', S: 'spade', C: 'club' },
  german: { H: 'heart', B: 'bell', L: 'leaf', A: 'acorn', h: 'heart', d: 'bell', s: 'leaf', c: 'acorn', D: 'bell', S: 'leaf', C: 'acorn' },
  swiss: { s: 'shield', h: 'rose', d: 'bell', c: 'acorn', L: 'shield', H: 'rose', B: 'bell', A: 'acorn', S: 'shield', D: 'bell', C: 'acorn' },
};

const names: Record<Face, Record<string, Parameters<typeof text>[1]>> = {
  french: { spade: 's', heart: 'h', diamond: 'd', club: 'c' },
  german: { heart: 'hearts_german', bell: 'bells', leaf: 'leaves', acorn: 'acorns' },
  swiss: { shield: 'shields', rose: 'roses', bell: 'bells', acorn: 'acorns' },
};

export const usualFace: Record<string, Face> = { jass: 'swiss', differenzler: 'swiss', ulti: 'german', snapszer: 'german' };

// "Th" and "HT": rank and suit letter of the engine's text.
export function parts(card: string): { rank: string; suit: string } {
  if (card === 'Jo') return { rank: 'Jo', suit: '' };
  return /[shdc]$/.test(card)
    ? { rank: card.slice(0, -1), suit: card.slice(-1) }
    : { rank: card.slice(1), suit: card.slice(0, 1) };
}

// A suit of a deck, from the ace down.
export const cardsOf = (deck: GameInfo['deck'], suit: string): string[] =>
  [...deck.ranks].reverse().map((rank) => (/[shdc]/.test(suit) ? rank + suit : suit + rank));

export function shuffled(cards: string[]): string[] {
  const out = [...cards];
  for (let i = out.length - 1; i > 0; i--) {
    const k = Math.floor(Math.random() * (i + 1));
    [out[i], out[k]] = [out[k]!, out[i]!];
  }
  return out;
}

export const markOf = (suit: string, face: Face): string => marks[face][suit] ?? '';

export function suitName(suit: string, face: Face, language: Language): string {
  const key = names[face][markOf(suit, face)];
  return key ? text(language, key) : '';
}

export function drawn(card: string, face: Face, language: Language): Drawn {
  const { rank, suit } = parts(card);
  if (rank === 'Jo')
    return { rank, letter: '★', suit: '', colour: 'joker', name: text(language, 'joker'), court: '', german: false };
  const german = face !== 'french';
  const mark = markOf(suit, face);
  const letters = text(language, 'letters');
  const local: Record<string, string> = german
    ? { A: 'A', K: 'K', Q: 'O', J: 'U' }
    : { A: letters[0]!, K: letters[1]!, Q: letters[2]!, J: letters[3]! };
  const spoken: Record<string, string> = {
    A: text(language, 'rank_A'),
    K: text(language, 'rank_K'),
    Q: text(language, german ? 'rank_O' : 'rank_Q'),
    J: text(language, german ? 'rank_U' : 'rank_J'),
  };
  const number = rank === 'T' ? '10' : rank;
  return {
    rank,
    letter: local[rank] ?? number,
    suit: mark,
    colour: mark,
    name: text(language, 'card_name', { rank: spoken[rank] ?? number, suit: suitName(suit, face, language) }),
    court: 'KQJ'.includes(rank) ? (rank as 'K') : '',
    german,
  };
}

// A hand as players hold it: trumps left, then suits with colours in turn, strongest first.
export function sorted(cards: string[], ranks: Record<string, Rank>): string[] {
  const groups = new Map<string, string[]>();
  for (const card of cards) {
    const group = ranks[card]?.trump ? '*' : (ranks[card]?.suit ?? '');
    groups.set(group, [...(groups.get(group) ?? []), card]);
  }
  for (const group of groups.values()) group.sort((a, b) => (ranks[a]?.above ?? 0) - (ranks[b]?.above ?? 0));
  const red = (g: string) => 'hdHBD'.includes(g);
  const rest = [...groups.keys()].filter((g) => g !== '*' && g !== '');
  rest.sort((a, b) => 'shcdLSHACBD'.indexOf(a) - 'shcdLSHACBD'.indexOf(b));
  const order: string[] = [];
  const trump = cards.find((c) => ranks[c]?.trump && ranks[c]?.suit);
  let last = groups.has('*') && trump ? red(ranks[trump]!.suit) : false;
  let first = !groups.has('*');
  while (rest.length > 0) {
    const reds = rest.filter(red).length;
    // The colour of which there are more goes first, so that the two can be in turn.
    const want = first ? reds > rest.length - reds : !last;
    const at = rest.findIndex((g) => red(g) === want);
    const [next] = rest.splice(Math.max(at, 0), 1);
    order.push(next!);
    last = red(next!);
    first = false;
  }
  return [...(groups.get('*') ?? []), ...order.flatMap((g) => groups.get(g)!), ...(groups.get('') ?? [])];
}

// Suit by suit, as diagrams have it: trumps first, then in the order of the deck.
export function bySuit(cards: string[], ranks: Record<string, Rank>): string[][] {
  const groups = new Map<string, string[]>();
  for (const card of sorted(cards, ranks)) {
    const suit = ranks[card]?.trump ? '*' : (ranks[card]?.suit ?? '');
    groups.set(suit, [...(groups.get(suit) ?? []), card]);
  }
  return [...groups].sort(([a], [b]) => '*shdcCSHDBLA'.indexOf(a) - '*shdcCSHDBLA'.indexOf(b)).map(([, group]) => group);
}
