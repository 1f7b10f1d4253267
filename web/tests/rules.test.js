// Every card that may not be played is refused with a rule the page knows in all its languages, in
// random deals of every game with random options. MU_TABLES: the table service over standard input.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { ruleOf } from '../src/lib/rules.js';
import { ask, below, one, randomTable, strings } from './tables.js';

const known = new Set();
async function refusals(info) {
  let { view, game } = await randomTable(info);
  while (!view.result) {
    const player = view.players[view.to_act].player;
    view = await ask({ type: 'see', table: view.table, player });
    const legal = new Set(view.legal.map((c) => c.text));
    const hand = view.view.hand;
    const absent = Object.keys(view.ranks).find((c) => !hand.includes(c) && !legal.has(c));
    const due = view.legal.some((c) => c.card); // otherwise the page itself says that something else is
    for (const card of due ? [...hand, absent].filter((c) => c && !legal.has(c)) : []) {
      const refused = await ask({ type: 'act', table: view.table, player, action: card });
      assert.equal(refused.type, 'error', `${game}: ${card}`);
      const rule = ruleOf(refused.reason);
      assert.ok(rule && Object.hasOwn(strings, rule.key), `${game}, ${card}: no rule for “${refused.reason}”`);
      assert.equal(strings[rule.key].en.includes('{suit}'), rule.suit !== '', refused.reason);
      known.add(rule.key);
    }
    // A call now and then, so that the cards are reached.
    const pass = view.legal.find((c) => /^(P|pass|passz|stand|done|no_contra)$/.test(c.text));
    const choice = pass && below(3) > 0 ? pass : one(view.legal);
    view = await ask({ type: 'act', table: view.table, player, action: choice.id });
    assert.equal(view.type, 'view', `${game}: ${JSON.stringify(view)}`);
  }
  await ask({ type: 'close', table: view.table });
}

test('no refusal of a card is left in English', async () => {
  const { games } = await ask({ type: 'hello' });
  for (const info of games) for (let i = 0; i < 4; i++) await refusals(info);
  for (const key of ['rule_follow', 'rule_beat', 'rule_overtrump', 'rule_trump_unless', 'rule_undertrump', 'rule_trumps_led', 'rule_must_trump', 'rule_trump', 'rule_marriage'])
    assert.ok(known.has(key), `${key} was not met`);
});

test('what is no rule is no rule', () => assert.equal(ruleOf('the deck is on fire'), null));
