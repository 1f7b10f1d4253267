// All texts of the page are in strings.json, in every language.

import all from '../strings.json';
import { fill } from './said';

export const languages = { en: 'English', de: 'Deutsch', fr: 'Français', hu: 'Magyar' } as const;
export type Language = keyof typeof languages;
export type Key = keyof typeof all;

export const isKey = (key: string): key is Key => Object.hasOwn(all, key);

// A text with its holes.
export const template = (language: Language, key: Key): string => all[key][language];

export function text(language: Language, key: Key, values: Record<string, string | number> = {}): string {
  return fill(all[key][language], values, language);
}

export function usualLanguage(): Language {
  const wanted = navigator.languages.map((l) => l.slice(0, 2));
  return (wanted.find((l) => l in languages) as Language | undefined) ?? 'en';
}
