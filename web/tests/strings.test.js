// No text is missing in any language, and no text that the page asks for is missing at all.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const source = new URL('../src/', import.meta.url).pathname;
const strings = JSON.parse(readFileSync(join(source, 'strings.json'), 'utf8'));
const languages = ['en', 'de', 'fr', 'hu'];

const files = readdirSync(source, { recursive: true }).filter((f) => /\.(ts|svelte)$/.test(f));
const code = files.map((f) => readFileSync(join(source, f), 'utf8')).join('\n');

test('every text is there in every language', () => {
  for (const [key, of] of Object.entries(strings)) {
    assert.deepEqual(Object.keys(of).sort(), [...languages].sort(), key);
    for (const language of languages) assert.ok(of[language].trim(), `${key} in ${language}`);
  }
});

test('placeholders are the same in every language', () => {
  const holes = (text) => [...new Set([...text.matchAll(/\{(\w+)(\?[^{}]*)?\}/g)].map((m) => m[1]))].sort();
  for (const [key, of] of Object.entries(strings))
    for (const language of languages) assert.deepEqual(holes(of[language]), holes(of.en), `${key} in ${language}`);
});

test('every text that is asked for exists', () => {
  const asked = [...code.matchAll(/\bt\(\s*'([\w]+)'/g)].map((m) => m[1]);
  assert.ok(asked.length > 60);
  for (const key of asked) assert.ok(Object.hasOwn(strings, key), key);
});

test('components hold no sentences of their own', () => {
  for (const f of files.filter((f) => f.endsWith('.svelte'))) {
    const html = readFileSync(join(source, f), 'utf8').replace(/<script[\s\S]*?<\/script>|<style[\s\S]*?<\/style>|<!--[\s\S]*?-->/g, '');
    const words = [...html.matchAll(/>([^<>{}]*[a-z]{4,} [a-z]{2,}[^<>{}]*)</g)].map((m) => m[1]);
    assert.deepEqual(words, [], f);
  }
});
