// Tables at a server: two people at one table, a lost connection in the middle of a deal, links that
// work once and can be withdrawn.
//
//   node tests/e2e/people.mjs URL [--shots FOLDER]
import assert from 'node:assert/strict';
import { go, openBrowser, pictures, playDeal, request, steps, visitor } from './support.mjs';

const { base, shots } = request();
const browser = await openBrowser();
const host = await visitor(browser);
const friend = await visitor(browser, { width: 360, height: 640 });
const step = steps(host.troubles);
const hand = (page) => page.locator('footer .slot').evaluateAll((all) => all.map((s) => s.dataset.card).sort().join());
let link = '';

await step('a table with a link for East', async () => {
  await host.page.goto(base);
  await host.page.click('[data-options="euchre"]');
  await host.page.check('[data-invite="1"]');
  await pictures(host.page, shots, 'people_setup');
  await host.page.click('[data-act="start"]');
  await host.page.waitForSelector('[data-link="1"] input');
  await pictures(host.page, shots, 'people_invite');
  link = await host.page.inputValue('[data-link="1"] input');
  assert.match(link, /#seat=[0-9a-f]{32}$/);
});

await step('somebody sits down by it, and it is void then', async () => {
  await friend.page.goto(link);
  await friend.page.waitForSelector('.table footer .slot');
  assert.ok(!friend.page.url().includes('seat='));
  await host.page.waitForSelector('[data-link="1"] :text("here")');
  await host.page.keyboard.press('Escape');
  assert.notEqual(await hand(host.page), await hand(friend.page));
  const third = await visitor(browser);
  await third.page.goto(link);
  await third.page.waitForSelector('[role="alert"]');
  assert.match(await third.page.locator('[role="alert"]').innerText(), /not valid/);
  await third.context.close();
});

await step('both play, one loses the connection and comes back', async () => {
  const both = [host.page, friend.page];
  await playDeal(both, async (done) => done.length >= 2);
  const before = await hand(friend.page);
  await friend.context.setOffline(true);
  await friend.page.reload().catch(() => {});
  await friend.context.setOffline(false);
  await friend.page.goto(base);
  await friend.page.waitForSelector('.table footer .slot');
  const after = await hand(friend.page);
  assert.ok(before === after || before.split(',').filter((c) => c && !after.includes(c)).length <= 1);
  await pictures(friend.page, shots, 'people_table');
  await playDeal(both);
  // The same result; each reads it with names from where he sits.
  const said = async (of) => (await of.page.locator('dialog .words').innerText()).replace(/\b(You|Left|Right|Partner|Us|Them)\b/g, '_');
  assert.match(await said(host), /_/);
  assert.equal(await said(host), await said(friend));
  await host.page.click('[data-act="next"]');
  await host.page.waitForSelector('footer .slot');
  await friend.page.click('[data-act="next"]'); // the host has dealt already
  await friend.page.waitForSelector('footer .slot');
});

await step('a link that is withdrawn', async () => {
  await host.page.click('header button[aria-label="Menu"]');
  await host.page.click('[data-act="invite"]');
  await host.page.click('[data-link="1"] button');
  await friend.page.waitForSelector('[role="alert"]');
  assert.match(await friend.page.locator('[role="alert"]').innerText(), /withdrawn/);
  assert.notEqual(await host.page.inputValue('[data-link="1"] input'), link);
});
assert.deepEqual(friend.troubles.filter((x) => !/ERR_INTERNET_DISCONNECTED/.test(x)), []);
await browser.close();
