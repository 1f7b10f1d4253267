import type { Piece } from './words';
import type { Phrase } from './protocol';

// A piece of a sentence: text, or a label with suit marks.
export type Segment = { text: string; pieces?: undefined } | { text?: undefined; pieces: Piece[] };

export interface Draw {
  language: string;
  template: (key: string) => string | null;
  seat: (seat: number) => Segment;
  side: (side: number) => Segment;
  call: (text: string) => Segment;
  suit: (letter: string) => Segment;
  card: (text: string) => Segment;
  rule: (reason: string) => Segment;
  name: (convention: string) => Segment;
}

export function fill(template: string, values: Record<string, string | number>, language: string): string;
export function segments(words: Phrase[] | undefined, draw: Draw): Segment[] | null;
