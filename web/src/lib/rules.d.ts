import type { Key } from './strings';

export function ruleOf(reason: string): { key: Key; suit: string; why: string } | null;
