// What is said at the table, in the player's language. The engine says which actions there are and
// gives each a text; here are the words and marks for those texts.

import { isKey, text, type Key, type Language } from './strings';
import { markOf, suitName, type Face } from './cards';
import type { View } from './protocol';

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

// "P_40-100_T_durchmars": red, forty-hundred, open, durchmars.
function ultiBid(bid: string, language: Language): string {
  return bid
    .split('_')
    .map((w) => (w === 'P' ? text(language, 'red') : w === 'T' ? text(language, 'open') : w === 'nt' ? text(language, 'no_trump') : w))
    .join(' ');
}

export const plain = (pieces: Piece[]): string => pieces.map((p) => ('text' in p ? p.text : p.mark)).join(' ');

// Why a card may not be played, from the engine's reason.
export function ruleText(reason: string, face: Face, language: Language): string {
  const t = (key: Key, values = {}) => text(language, key, values);
  const why = reason.replace(/^.*? is not legal: /s, '').replace(/; legal: .*$/s, '');
  const letters: Record<string, string> = { spades: 's', hearts: 'h', diamonds: 'd', clubs: 'c', bells: 'B', leaves: 'L', acorns: 'A' };
  const groups: Record<string, Key> = { trumps: 'trump', jacks: 'jacks' };
  const suit = (word: string) => suitName(letters[word] ?? '', face, language) || (groups[word] ? t(groups[word]!) : word);
  const patterns: [RegExp, (m: RegExpExecArray) => string][] = [
    [/led suit must be followed: (\w+) were led/, (m) => t('rule_follow', { suit: suit(m[1]!) })],
    [/higher card of the led suit/, () => t('rule_beat')],
    [/no (\w+) in the hand: a trump must be played/, (m) => t('rule_trump', { suit: suit(m[1]!) })],
    [/overtrump|higher trump|over the trump|go over/, () => t('rule_overtrump')],
    [/lower trump|undertrump/, () => t('rule_undertrump')],
    [/marriage/, () => t('rule_marriage')],
    [/not in (the|dummy's) hand/, () => t('rule_not_held')],
    [/bidding is not over|played after the auction|contract is not settled|prediction is due|trumps must be called/, () => t('rule_bid_first')],
    [/turn|a bot is to act/, () => t('rule_not_turn')],
  ];
  for (const [pattern, say] of patterns) {
    const m = pattern.exec(why);
    if (m) return say(m);
  }
  return why.charAt(0).toUpperCase() + why.slice(1);
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

export function seatName(seat: number, view: Pick<View, 'seat' | 'seats' | 'sides' | 'name'>, language: Language): string {
  const t = (key: Key) => text(language, key);
  if (view.name === 'bridge' || (view.seat === null && view.seats === 4))
    return t((['north', 'east', 'south', 'west'] as const)[seat]!);
  if (seat === view.seat) return t('you');
  const place = placeOf(seat, view.seat ?? 0, view.seats, view.name);
  if (view.seats === 2) return view.seat === null && seat === 0 ? t('you') : t('opponent');
  if (place === 'bottom') return t('south');
  if (place === 'top') return t(view.sides === 2 ? 'partner' : 'across');
  return t(place);
}

export const gameTitle = (name: string, language: Language, otherwise = name): string => {
  const key = `title_${name}`;
  return isKey(key) ? text(language, key) : otherwise;
};

export const levelName = (level: string, language: Language): string => {
  const key = `level_${level}`;
  return isKey(key) ? text(language, key) : level;
};
