// A deal that is set up by clicking, as the text of a record without actions.

import { cardsOf, parts, shuffled } from './cards';
import type { GameInfo } from './protocol';

export interface DealSetup {
  game: string;
  dealer: number;
  hands: string[][];
  extra: string; // vulnerability, trump, or the card turned up
}

// Cards in the hand of a seat, so many seats after the dealer.
const handSizes: Record<string, (after: number) => number> = {
  whist: () => 13, bridge: () => 13, jass: () => 9, differenzler: () => 9, contree: () => 8, euchre: () => 5,
  skat: () => 10, ulti: (after) => (after === 1 ? 12 : 10),
};

export const canSetUp = (game: string): boolean => game in handSizes;
export const emptyDeal = (info: GameInfo): DealSetup => ({
  game: info.name, dealer: 0, hands: Array.from({ length: info.seats }, () => []), extra: info.name === 'bridge' ? 'none' : '',
});
export const handSize = (d: DealSetup, seat: number): number =>
  handSizes[d.game]!((seat - d.dealer + d.hands.length) % d.hands.length);
export const wholeDeck = (info: GameInfo): string[] => [...info.deck.suits].flatMap((s) => cardsOf(info.deck, s));

// What else has to be said: a word that names it, and the choices.
export function extraOf(d: DealSetup, info: GameInfo): { what: 'vul' | 'trump' | 'up'; choices: string[] } | null {
  const dealt = new Set(d.hands.flat());
  switch (d.game) {
    case 'bridge': return { what: 'vul', choices: ['none', 'ns', 'ew', 'both'] };
    case 'differenzler': return { what: 'trump', choices: [...info.deck.suits] };
    case 'whist': return { what: 'up', choices: d.hands[d.dealer]! };
    case 'euchre': return { what: 'up', choices: wholeDeck(info).filter((c) => !dealt.has(c)) };
    default: return null;
  }
}

// Every hand filled, at random from the cards that are left.
export function filled(d: DealSetup, info: GameInfo): string[][] {
  const dealt = new Set(d.hands.flat());
  const rest = shuffled(wholeDeck(info).filter((c) => !dealt.has(c)));
  return d.hands.map((hand, seat) => [...hand, ...rest.splice(0, handSize(d, seat) - hand.length)]);
}

export const isWhole = (d: DealSetup, info: GameInfo): boolean =>
  d.hands.every((hand, seat) => hand.length === handSize(d, seat)) && (extraOf(d, info)?.choices.includes(d.extra) ?? true);

export function dealText(d: DealSetup, info: GameInfo): string {
  const suit = (hand: string[], s: string) => cardsOf(info.deck, s).filter((c) => hand.includes(c)).map((c) => parts(c).rank).join('') || '-';
  const hands = d.hands.map((hand) => [...info.deck.suits].map((s) => suit(hand, s)).join('.'));
  const dealer = d.hands.length === 4 ? 'NESW'[d.dealer]! : String(d.dealer);
  return `${d.game}/${info.version} | ${[dealer, d.extra, ...hands].filter(Boolean).join(' ')} |`;
}
