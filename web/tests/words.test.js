// Everything that the engine says as a key and values has words in all languages, in random deals of
// every game with random options. MU_TABLES: the table service over standard input.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fill, segments } from '../src/lib/said.js';
import { ruleOf } from '../src/lib/rules.js';
import { ask, below, languages, one, randomTable, strings } from './tables.js';

const met = new Set();
const holes = (template) => new Set([...template.matchAll(/\{(\w+)/g)].map((m) => m[1]));

// A segment, if it is a value as the protocol has it.
function part(kind, check) {
  return (value) => {
    assert.ok(check(value), `${kind}: ${JSON.stringify(value)}`);
    return { text: `<${value}>` };
  };
}
const isText = (x) => typeof x === 'string' && x.length > 0;

function inAllLanguages(words, view, where) {
  assert.ok(words.length > 0, where);
  const seen = (phrase) => {
    met.add(phrase.key);
    assert.ok(Object.hasOwn(strings, phrase.key), `${phrase.key} (${where})`);
    const given = new Set(Object.keys(phrase.values ?? {}));
    for (const hole of holes(strings[phrase.key].en)) assert.ok(given.has(hole), `${phrase.key} has no ${hole} (${where})`);
    for (const value of Object.values(phrase.values ?? {})) within(value);
  };
  const within = (value) => {
    if (value?.list) value.list.forEach(within);
    else if (value?.key) seen(value);
  };
  words.forEach(seen);
  for (const language of languages) {
    const said = segments(words, {
      language,
      template: (key) => strings[key]?.[language] ?? null,
      seat: part('seat', (n) => Number.isInteger(n) && n >= -1 && n < view.seats),
      side: part('side', (n) => n === 0 || n === 1),
      call: part('call', isText),
      suit: part('suit', (s) => /^([shdcHBLADSC]|hearts|bells|leaves|acorns)$/.test(s)),
      card: part('card', (c) => Object.hasOwn(view.ranks, c)),
      rule: part('rule', (reason) => ruleOf(reason) !== null),
      name: part('name', isText),
    });
    assert.ok(said, `${where}: ${JSON.stringify(words)} in ${language}`);
    const text = said.map((s) => s.text).join('');
    assert.doesNotMatch(text, /undefined|NaN|[{}]/, where);
  }
}

async function deal(info) {
  let { view, game } = await randomTable(info);
  for (;;) {
    const player = view.result ? one([0, -1]) : view.players[view.to_act].player;
    view = await ask({ type: 'see', table: view.table, player });
    view.status.forEach((line, i) => line && inAllLanguages(view.words.status[i], view, `${game}: ${line}`));
    if (view.result) break;
    inAllLanguages(view.words.prompt, view, `${game}: ${view.prompt}`);
    inAllLanguages(view.words.help, view, `${game}: ${view.help}`);
    view = await ask({ type: 'act', table: view.table, player, action: one(view.legal).id });
    assert.equal(view.type, 'view', `${game}: ${JSON.stringify(view)}`);
  }
  inAllLanguages(view.result.words, view, `${game}: ${view.result.text}`);
  assert.deepEqual(view.sheet.at(-1).words, view.result.words);
  await ask({ type: 'close', table: view.table });
}

test('status, prompt, help and result of every game have words', async () => {
  const { games } = await ask({ type: 'hello' });
  for (const info of games) for (let i = 0; i < 8; i++) await deal(info);
  for (const key of ['bridge_down', 'bid_is', 'dummy_turn', 'whist_won', 'contree_failed', 'jass_name', 'scored_sides', 'differenzler_result', 'predict', 'euchre_euchred', 'points_for', 'skat_lost', 'skat_hold', 'ulti_result', 'ulti_kontra', 'snapszer_wins', 'your_lead'])
    assert.ok(met.has(key), `${key} was not met`);
});

test('the reasons of the teacher have words', async () => {
  const { games } = await ask({ type: 'hello' });
  for (const info of games) {
    let { view, game } = await randomTable(info, Array(info.players).fill('beginner'));
    while (!view.result) view = await ask({ type: 'step', table: view.table });
    const { record } = view.result;
    const all = view.at;
    for (let i = 0; i < 12; i++) {
      const lesson = await ask({ type: 'teach', record, at: i < 3 ? i : below(all), worlds: 12 });
      assert.equal(lesson.type, 'lesson', JSON.stringify(lesson));
      inAllLanguages(lesson.words, view, `${game}: ${lesson.reason}`);
    }
  }
  for (const key of ['teach_costs_mean', 'teach_only_card_by', 'teach_as_good', 'teach_all_same', 'teach_share', 'teach_last_card', 'teach_choose'])
    assert.ok(met.has(key), `${key} was not met`);
});

const systems = new URL('../../bots/systems/', import.meta.url);
test('what calls of bridge mean has words, and so has every convention', async () => {
  const said = ['P', '1H', '2D', 'X', '1NT', '2NT', '2C', '3C', '4NT'];
  for (let i = 0; i < 30; i++) {
    let calls = [];
    for (let k = 0; k < i % 6; k++) {
      const more = [...calls, one(said)];
      const tried = await ask({ type: 'lab', game: 'bridge', hand: 'AKQ32.K95.84.J73', calls: more });
      if (tried.type === 'lab') calls = more;
    }
    const lab = await ask({ type: 'lab', game: 'bridge', hand: 'AKQ32.K95.84.J73', calls });
    assert.equal(lab.type, 'lab', calls.join(' '));
    for (const c of [...lab.calls, ...lab.actions]) inAllLanguages(c.words, lab, `${calls.join(' ')}, ${c.text}: ${c.meaning}`);
  }
  for (const key of ['meaning_high_cards', 'meaning_length', 'meaning_support', 'meaning_not_in_system', 'meaning_forcing'])
    assert.ok(met.has(key), `${key} was not met`);
  const names = [...readFileSync(new URL('natural.bid', systems), 'utf8').matchAll(/^  .*"([^"]+)"\s*$/gm)].map((m) => m[1]);
  assert.ok(names.length > 30);
  for (const name of names) assert.ok(strings[`convention_${name.toLowerCase().replace(/[^a-z0-9]+/g, '_')}`], name);
});

// Also what random deals seldom come to: the keys of a game begin with its name.
test('every key that a game could say has words', () => {
  const folder = new URL('../../src/games/', import.meta.url);
  let found = 0;
  for (const game of readdirSync(folder)) {
    const file = new URL(`${game}/table_words.cpp`, folder);
    if (!existsSync(file)) continue;
    for (const [, key] of readFileSync(file, 'utf8').matchAll(new RegExp(`"(${game}_\\w+)"`, 'g'))) {
      assert.ok(Object.hasOwn(strings, key) || key.endsWith('_'), key);
      found++;
    }
  }
  assert.ok(found > 80);
  for (const file of ['reason.cpp', 'facts.cpp', 'worlds.cpp', 'teacher.cpp'])
    for (const [, key] of readFileSync(new URL(`../teach/${file}`, folder), 'utf8').matchAll(/"(teach_\w+)"/g)) assert.ok(Object.hasOwn(strings, key), key);
  for (const reason of ['at_least_33', 'under_33', 'trickless', 'closer_failed', 'wrong_claim']) assert.ok(strings[`snapszer_${reason}`]);
});

test('holes are filled, with one or many', () => {
  assert.equal(fill('{n} {n?trick|tricks}', { n: 1 }, 'en'), '1 trick');
  assert.equal(fill('{n} {n?trick|tricks}', { n: 0 }, 'en'), '0 tricks');
  assert.equal(fill('{n} {n?pli|plis}', { n: 0 }, 'fr'), '0 pli');
});

test('what has no words is not worded', () => {
  const draw = { language: 'en', template: (key) => strings[key]?.en ?? null };
  assert.equal(segments([], draw), null);
  assert.equal(segments([{ key: 'no_such_key' }], draw), null);
  assert.equal(segments([{ key: 'points_n' }], draw), null);
  assert.deepEqual(segments([{ key: 'no_trump' }], draw), [{ text: 'No trump' }]);
});
