// The messages of docs/web_protocol.md that the page uses.

export interface Trick {
  lead: string;
  winner: string | null;
  complete: boolean;
  cards: (string | null)[]; // by seat
}

export interface Choice {
  id: number;
  text: string;
  card: boolean;
}

export interface Rank {
  suit: string;
  above: number;
  trump?: boolean;
  mark?: string;
}

export interface Happening {
  seat: number;
  action: string | null; // null: hidden from this player
  id: number | null;
  from: number | null; // the hand that a card came from
}

// A key of strings.json, and numbers or what names a seat, a side, a card ...
export interface Phrase {
  key: string;
  values?: Record<string, Data>;
}

export interface SheetLine {
  deal: number;
  dealer: number;
  seating: number[]; // the player in each seat
  result: string;
  words: Phrase[];
  line: Data; // what the game writes down of the deal besides its points
  match: Data; // what is written of the match after it
  score: (number | null)[];
  totals: number[];
}

// A value of the API's view: what it holds depends on the game.
export type Data = any; // eslint-disable-line @typescript-eslint/no-explicit-any

export interface View {
  type: 'view';
  table: string;
  game: string;
  name: string;
  title: string;
  player: number | null;
  seat: number | null;
  seats: number;
  sides: number;
  deal: number;
  at: number;
  players: { player: number; who: string }[];
  events: Happening[];
  view: Data;
  calls: { seat: number; text: string }[];
  legal: Choice[];
  ranks: Record<string, Rank>;
  status: string[];
  prompt: string;
  help: string;
  words: { status: Phrase[][]; prompt: Phrase[]; help: Phrase[] };
  tricks: number;
  last_trick: Trick | null;
  to_act: number | null;
  waits: boolean;
  can_undo: boolean;
  match: { totals: number[]; target: number | null; facts: Data; score: string; over: boolean; winner: number | null; deals_played: number; dealer: number };
  sheet: SheetLine[];
  result?: { text: string; words: Phrase[]; score: number[]; hands: Data; deal: string; record: string; tricks: Trick[] };
  open?: Data;
  key?: string; // of one's own seat, when a server has begun the table
}

// --- Of a server alone. ---

export interface Joined {
  type: 'joined';
  table: string | null; // null: the key was for beginning tables
  player: number | null;
  host: boolean;
  key?: string; // with which the seat is taken again
}

export interface Links {
  type: 'links';
  table: string;
  links: { player: number | null; used: boolean; key?: string }[];
}

// Comes unasked.
export type Notice =
  | { type: 'changed'; table: string; deal: number; at: number }
  | { type: 'people'; table: string; here: number[] }
  | { type: 'withdrawn' | 'closed'; table: string }
  // Of a worker: a net is being fetched, has come (null), or did not.
  | { type: 'net'; net: string | null; failed?: string };

export interface Values {
  type: 'values';
  at: number;
  chosen: { id: number; text: string };
  worlds: number;
  values: { id: number; text: string; value: number; error: number; visits: number }[];
}

export interface Beliefs {
  type: 'beliefs';
  at: number;
  places: string[];
  cards: Record<string, number[]>;
}

export interface GameInfo {
  name: string;
  title: string;
  version: number;
  seats: number;
  players: number;
  deck: { ranks: string; suits: string };
  options: { key: string; choices: string[]; default?: string; preset?: string; help: string }[];
}

export interface Hello {
  type: 'hello';
  build: string;
  levels: string[];
  games: GameInfo[];
}

export interface Deals {
  type: 'deals';
  deals: { name: string; game: string; title: string; record: string; actions: number }[];
}

export type Range = number | [number, number];

export interface Analysis {
  type: 'analysis';
  game: string;
  name: string;
  title: string;
  seats: number;
  sides: number;
  at: number;
  history: { seat: number; action: string; from: number | null }[];
  position: Data;
  to_act: number | null;
  ranks: Record<string, Rank>;
  legal: Choice[];
  result?: { text: string; words: Phrase[]; score: number[] };
  solution?: {
    unit: string;
    side: string;
    more_is_better: boolean;
    value: Range;
    moves: { id: number; text: string; value: Range }[];
    line?: string[];
    nodes: number;
    complete: boolean;
  };
  no_solution?: string;
  contracts?: { unit: string; side: string; contracts: { contract: string; by: string; value: Range }[]; summary?: string };
}

export interface Lesson {
  type: 'lesson';
  at: number;
  seat: number;
  phase: string;
  played: { id: number; text: string };
  best: { id: number; text: string };
  cost: number;
  error: number;
  grade: 'forced' | 'good' | 'inaccuracy' | 'mistake' | 'blunder';
  open_cost: number | null;
  open_best: { id: number; text: string } | null;
  worlds: number;
  reason: string;
  words: Phrase[];
  actions: { id: number; text: string; value: number; error: number; cost: number; cost_error: number; worse: boolean; worlds: number; open: number | null }[];
  scale: { inaccuracy: number; mistake: number; blunder: number };
}

export interface LabContracts {
  worlds: number;
  contracts: { contract: string; by: string; values: [number, number][] }[];
}

export interface LabAnswer {
  type: 'lab';
  game: string;
  name: string;
  title: string;
  seats: number;
  sides: number;
  dealer: number;
  seat: number;
  hand: string[];
  ranks: Record<string, Rank>;
  calls: { seat: number; text: string; meaning: string; words: Phrase[] }[];
  rule: { id: number; text: string; reason: string };
  chosen?: { id: number; text: string };
  actions: { id: number; text: string; card: boolean; meaning: string; words: Phrase[]; worlds: number; sum: number; squares: number; gains: number }[];
  from: number;
  worlds: number;
  effective: number;
  levels?: { name: string; need: number }[];
  unit?: string;
  played?: LabContracts;
  open?: LabContracts;
}

export interface Refusal {
  type: 'error';
  code: string;
  reason: string;
}

export class EngineError extends Error {
  constructor(
    readonly code: string,
    reason: string,
  ) {
    super(reason);
  }
}
