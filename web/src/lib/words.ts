// What is said at the table, in the player's language. The engine says which actions there are and
// gives each a text; here are the words and marks for those texts.

import { ruleOf } from './rules';
import { segments, type Segment } from './said';
import { isKey, template, text, type Key, type Language } from './strings';
import { drawn, markOf, suitName, type Face } from './cards';
import type { Phrase, View } from './protocol';

// A piece of a label: plain text, or a suit mark.
export type Piece = { text: string } | { mark: string };

const suitLetters: Record<string, string> = { C: 'c', D: 'd', H: 'h', S: 's' };

const simple: Record<string, Key> = {
  P: 'pass', pass: 'pass', X: 'double', XX: 'redouble', coinche: 'coinche', surcoinche: 'surcoinche',
  push: 'push', O: 'obenabe', U: 'undenufe', alone: 'go_alone', with: 'with_partner', exchange: 'exchange',
  close: 'close_stock', claim: 'claim', draw: 'draw', pick_up: 'pick_up', stand: 'stand', done: 'done',
  hand: 'hand_game', grand: 'grand', null: 'null_game', contra: 'kontra', re: 're', no_contra: 'no_contra',
  give_up: 'give_up', twenty: 'twenty', forty: 'forty', accept: 'accept', reject: 'reject',
};

export function callPieces(call: string, game: string, face: Face, language: Language, phase = ''): Piece[] {
  const t = (key: Key, values = {}) => text(language, key, values);
  const mark = (suit: string): Piece => ({ mark: markOf(suit, face) });
  if (game === 'bridge' && call === 'P' && phase === 'play') return [{ text: t('claim') }];
  let m = /^([1-7])(C|D|H|S|NT)(X*)$/.exec(call);
  if (m) {
    const strain: Piece = m[2] === 'NT' ? { text: 'NT' } : mark(suitLetters[m[2]!]!);
    return [{ text: m[1]! }, strain, ...(m[3] ? [{ text: m[3] }] : [])];
  }
  m = /^(\d+|capot)-?([shdc])$/.exec(call);
  if (m) return [{ text: m[1] === 'capot' ? t('capot') : m[1]! }, mark(m[2]!)];
  m = /^(\d+|capot)-?(\w+)$/.exec(call);
  if (m && game === 'contree') return [{ text: `${m[1] === 'capot' ? t('capot') : m[1]} ${m[2]!.toUpperCase()}` }];
  if (game === 'jass' && /^[SHDC]$/.test(call)) return [mark(suitLetters[call]!)];
  if (game === 'euchre') {
    m = /^([shdc])(-alone)?$/.exec(call);
    if (m) return [...(phase === 'order_up' ? [{ text: t('order_up') }] : []), mark(m[1]!), ...(m[2] ? [{ text: t('alone') }] : [])];
  }
  m = /^marry([HBLA])$/.exec(call);
  if (m) return [{ text: t('marriage') }, mark(m[1]!)];
  m = /^trump_(\w+)$/.exec(call);
  if (m) return [mark({ hearts: 'H', bells: 'B', leaves: 'L', acorns: 'A' }[m[1]!] ?? ''), { text: t('trump') }];
  m = /^claim(\d+)$/.exec(call);
  if (m) return [{ text: t('claim_n', { n: m[1]! }) }];
  m = /^kontra_(.+)$/.exec(call);
  if (m) return [{ text: `${t('kontra')} ${ultiBid(m[1]!, language)}` }];
  if (game === 'skat') {
    const [of, said] = call.split(/_(?=schneider|schwarz|ouvert)/) as [string, Key?];
    const suit = { diamonds: 'D', hearts: 'H', spades: 'S', clubs: 'C' }[of];
    if (suit || said) return [...(suit ? [mark(suit)] : callPieces(of, game, face, language)), ...(said ? [{ text: t(said) }] : [])];
  }
  if (Object.hasOwn(simple, call)) return [{ text: t(simple[call]!) }];
  if (game === 'ulti') return [{ text: ultiBid(call, language) }];
  return [{ text: call.replaceAll('_', ' ') }];
}

// What a contract is played in, without its level.
export function strainPieces(strain: string, game: string, face: Face, language: Language): Piece[] {
  if (game === 'bridge') return callPieces(`1${strain}`, game, face, language).slice(1);
  return /^[shdc]$/.test(strain) ? [{ mark: markOf(strain, face) }] : callPieces(strain, game, face, language);
}

// "P_40-100_T_durchmars": red, forty-hundred, open, durchmars.
function ultiBid(bid: string, language: Language): string {
  return bid
    .split('_')
    .map((w) => (w === 'P' ? text(language, 'red') : w === 'T' ? text(language, 'open') : w === 'nt' ? text(language, 'no_trump') : w))
    .join(' ');
}

export const plain = (pieces: Piece[]): string => pieces.map((p) => ('text' in p ? p.text : p.mark)).join(' ');

// Why a card may not be played, from the engine's reason. What is no rule is said as the engine says it.
export function ruleText(reason: string, face: Face, language: Language): string {
  const rule = ruleOf(reason);
  if (!rule) return reason.charAt(0).toUpperCase() + reason.slice(1);
  const letters: Record<string, string> = { spades: 's', hearts: 'h', diamonds: 'd', clubs: 'c', bells: 'B', leaves: 'L', acorns: 'A' };
  const groups: Record<string, Key> = { trumps: 'trump', jacks: 'jacks' };
  const { suit } = rule;
  return text(language, rule.key, {
    suit: suitName(letters[suit] ?? '', face, language) || (groups[suit] ? text(language, groups[suit]!) : suit),
  });
}

// A Weis as it was announced: "100 run of 5 to the A".
export function weisText(said: string, face: Face, language: Language): string {
  const m = /^(\d+) (run|quartet) of (\d+) to the (.)$/.exec(said);
  if (!m) return said;
  const rank = drawn(`${m[4]}s`, face, language).letter;
  return text(language, m[2] === 'run' ? 'weis_run' : 'weis_quartet', { points: m[1]!, n: m[3]!, rank });
}

// Which way round play goes at a real table.
const counterClockwise = new Set(['jass', 'differenzler', 'contree', 'ulti']);

export type Place = 'bottom' | 'left' | 'top' | 'right';

// Where a seat is drawn for somebody in seat `me`.
export function placeOf(seat: number, me: number, seats: number, game: string): Place {
  const step = (seat - me + seats) % seats;
  if (step === 0) return 'bottom';
  if (seats === 2) return 'top';
  const turned = counterClockwise.has(game);
  if (seats === 3) return (step === 1) !== turned ? 'left' : 'right';
  if (step === 2) return 'top';
  return (step === 1) !== turned ? 'left' : 'right';
}

// On-lookers name seats by the compass, where play goes as it does.
const hasCompass = (view: Pick<View, 'seat' | 'seats' | 'name'>): boolean =>
  view.name === 'bridge' || (view.seat === null && view.seats === 4 && !counterClockwise.has(view.name));

// Two partners by one name; `side` is that of its first seat.
export function sideName(side: number, view: Pick<View, 'seat' | 'seats' | 'sides' | 'name'>, language: Language): string {
  if (view.seat !== null) return text(language, view.seat % 2 === side ? 'us' : 'them');
  const [one, other] = [seatName(side, view, language), seatName(side + 2, view, language)];
  return hasCompass(view) ? `${one}–${other}` : `${one} + ${side + 3}`;
}

// As short as it goes.
export function seatMark(seat: number, view: Pick<View, 'seat' | 'seats' | 'sides' | 'name'>, language: Language): string {
  const name = seatName(seat, view, language);
  return /\d+$/.exec(name)?.[0] ?? name.slice(0, 1);
}

export function seatName(seat: number, view: Pick<View, 'seat' | 'seats' | 'sides' | 'name'>, language: Language): string {
  const t = (key: Key) => text(language, key);
  if (hasCompass(view)) return t((['north', 'east', 'south', 'west'] as const)[seat]!);
  if (view.seat === null) return `${t('person')} ${seat + 1}`;
  if (seat === view.seat) return t('you');
  const place = placeOf(seat, view.seat, view.seats, view.name);
  if (view.seats === 2) return t('opponent');
  if (place === 'top') return t(view.sides === 2 ? 'partner' : 'across');
  return t(place === 'left' ? 'left' : 'right');
}

// What the engine says, in the reader's language: segments of text and labels. null: the page has no
// words for it.
export function sentence(words: Phrase[] | undefined, view: Pick<View, 'seat' | 'seats' | 'sides' | 'name'>, face: Face, language: Language): Segment[] | null {
  return segments(words, {
    language,
    template: (key) => (isKey(key) ? template(language, key) : null),
    seat: (s) => ({ text: s < 0 ? '–' : seatName(s, view, language) }),
    side: (s) => ({ text: sideName(s, view, language) }),
    call: (said) => ({ pieces: callPieces(said, view.name, face, language) }),
    suit: (letter) => ({ pieces: suitPieces(letter, face, language) }),
    card: (card) => ({ pieces: cardPieces(card, face, language) }),
    rule: (reason) => ({ text: ruleText(reason, face, language) }),
    name: (convention) => ({ text: conventionName(convention, language) }),
  });
}
// Of a bidding system's conventions those that the page knows; a system may have names of its own.
function conventionName(name: string, language: Language): string {
  const key = `convention_${name.toLowerCase().replace(/[^a-z0-9]+/g, '_')}`;
  return isKey(key) ? text(language, key) : name;
}
export const plainSentence = (words: Segment[]): string => words.map((s) => s.text ?? plain(s.pieces!)).join('');

// "hearts" of some decks, "h" of others: the mark and the name.
function suitPieces(suit: string, face: Face, language: Language): Piece[] {
  const words: Record<string, string> = { hearts: 'H', bells: 'B', leaves: 'L', acorns: 'A' };
  const letter = words[suit] ?? suit;
  return [{ mark: markOf(letter, face) }, { text: suitName(letter, face, language) }];
}
function cardPieces(card: string, face: Face, language: Language): Piece[] {
  const d = drawn(card, face, language);
  return d.suit ? [{ text: d.letter }, { mark: d.suit }] : [{ text: d.name }];
}

export const gameTitle = (name: string, language: Language, otherwise = name): string => {
  const key = `title_${name}`;
  return isKey(key) ? text(language, key) : otherwise;
};

export const levelName = (level: string, language: Language): string => {
  const key = `level_${level}`;
  return isKey(key) ? text(language, key) : level;
};
