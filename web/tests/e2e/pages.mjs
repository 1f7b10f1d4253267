// The chooser, a rule explained, keys, taking back, watching with beliefs, analysis of a pasted
// PBN, the bidding lab, the ladder, a reload in the middle of a deal; and whether people who listen or see badly can use it.
//
//   node tests/e2e/pages.mjs URL [--shots FOLDER]
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { games, go, openBrowser, pictures, request, settings, steps, visitor } from './support.mjs';

const { base, shots } = request();
const browser = await openBrowser();
const { page, troubles } = await visitor(browser, { width: 360, height: 640 });
const step = steps(troubles);
const picture = (name, whole) => pictures(page, shots, name, whole);
const set = (s) => page.evaluate((x) => localStorage.setItem('mu.settings', JSON.stringify(x)), s);
const fresh = (hash) => go(page, `${base}${hash}`);

// axe-core: nothing serious in either theme.
const axe = readFileSync(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
async function accessible(name) {
  for (const theme of ['light', 'dark']) {
    await page.evaluate((t) => (document.documentElement.dataset.theme = t), theme);
    if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
    const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
    const serious = found.violations.filter((v) => v.impact === 'serious' || v.impact === 'critical');
    const words = serious.map((v) => `${v.id}: ${v.nodes.map((n) => `${n.target} (${n.any[0]?.message ?? n.failureSummary})`).slice(0, 3).join('; ')}`);
    assert.deepEqual(words, [], `${name}, ${theme}`);
  }
}

await step('first visit: eight games', async () => {
  await page.goto(base);
  await page.waitForSelector('[data-game]');
  assert.equal(await page.locator('[data-game]').count(), games.length);
  await accessible('games');
  await picture('games');
});

await step('every language', async () => {
  for (const [language, word] of [['de', 'Zuschauen'], ['fr', 'Regarder'], ['hu', 'Nézőként'], ['en', 'Watch']]) {
    await page.evaluate(() => localStorage.clear());
    await set({ ...settings, language });
    await page.reload();
    await page.waitForSelector(`text=${word}`);
  }
});

await step('an illegal card is explained', async () => {
  await fresh('#whist&seed=7');
  await page.waitForSelector('.prompt.mine');
  await page.locator('footer .slot[aria-disabled="true"]').first().click({ position: { x: 10, y: 20 }, force: true }); // it is marked as disabled, and explains why
  await page.waitForSelector('.note.rule');
  assert.match(await page.locator('.note.rule').innerText(), /follow suit/);
  await accessible('table');
  await picture('rule');
});

await step('a hint, by key', async () => {
  await page.keyboard.press('h');
  await page.waitForSelector('.note.hint');
  await picture('hint');
});

await step('a card by keyboard, and taken back', async () => {
  const card = page.locator('footer .slot.lifted').first();
  const name = await card.getAttribute('data-card');
  await card.focus();
  await page.keyboard.press('Enter');
  await page.waitForFunction((c) => !document.querySelector(`footer [data-card="${c}"]`), name);
  await page.waitForSelector('.prompt.mine');
  await page.keyboard.press('u');
  await page.waitForSelector(`footer [data-card="${name}"]`);
});

await step('a reload in the middle of a deal', async () => {
  const hand = async () => (await page.locator('footer .slot').evaluateAll((all) => all.map((s) => s.dataset.card))).join();
  await page.waitForSelector('.prompt.mine');
  const before = await hand();
  await page.waitForFunction(() => localStorage.getItem('mu.table'));
  await page.evaluate(() => (location.hash = ''));
  await page.reload();
  await page.waitForSelector('.prompt.mine');
  assert.equal(await hand(), before);
});

await step('watching, with beliefs', async () => {
  await fresh('#watch=jass&seed=3');
  await page.waitForSelector('.table.watching');
  await page.waitForFunction(() => document.querySelectorAll('[data-laid]').length >= 2);
  await page.click('[data-act="pause"]');
  await page.click('header button[aria-label="Menu"]');
  await page.click('[data-believer="0"]');
  await page.waitForSelector('.beliefs .cell');
  await page.click('[data-act="values"]');
  await page.waitForSelector('.ranked .best');
  await accessible('watch');
  await picture('watch');
});

await step('analysis of a pasted PBN', async () => {
  await fresh('#analyse');
  await page.click('text=Example');
  await page.click('[data-act="read"]');
  await page.waitForSelector('.board');
  // After the lead: every card of dummy that follows has a value.
  await page.evaluate(() => {
    const at = document.querySelector('[data-step]');
    at.value = '7';
    at.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await page.waitForSelector('.valued sup');
  assert.equal(await page.locator('.valued').count(), 3);
  // The address is that of the position; another one typed over it is gone to.
  assert.match(page.url(), /&at=7$/);
  await fresh(new URL(page.url()).hash);
  await page.waitForFunction(() => document.querySelectorAll('.valued').length === 3);
  await page.evaluate(() => (location.hash = location.hash.replace(/at=7$/, 'at=9')));
  await page.waitForFunction(() => document.querySelectorAll('[data-laid]').length === 3);
  await page.click('[data-act="previous"]');
  await page.click('[data-act="previous"]');
  await page.waitForFunction(() => document.querySelectorAll('.valued').length === 3);
  await page.click('[data-act="line"]');
  await page.waitForSelector('[data-line]');
  assert.equal(await page.locator('[data-line]').count(), 51);
  await accessible('analyse');
  await picture('analyse', true);
  await page.locator('.valued.best').first().click();
  await page.waitForFunction(() => document.querySelectorAll('[data-laid]').length === 2);
});

await step('a deal set up by clicking, and its contracts', async () => {
  await fresh('#analyse');
  await page.click('[data-set-up-seat="2"]');
  for (const card of 'As Ks Qs Js'.split(' ')) await page.click(`[data-pick="${card}"]`);
  assert.ok(await page.locator('[data-act="use-deal"]').isDisabled()); // 48 cards are missing
  await page.click('[data-act="fill"]');
  await picture('set_up', true);
  await accessible('set up');
  await page.click('[data-act="use-deal"]');
  await page.click('[data-act="contracts"]');
  await page.waitForSelector('[data-contract-table]');
  assert.equal(await page.locator('[data-contract-table] tbody td').count(), 20);
  assert.match(await page.locator('.hand.bottom .row').first().innerText(), /^A\s+K\s+Q\s+J/);
});

await step('the bidding lab: a hand by clicking, calls, and figures that sharpen', async () => {
  await fresh('#lab');
  await page.waitForSelector('[data-pick="As"]');
  for (const card of 'As Ks Qs 3s 2s Kh 9h 5h 8d 4d Jc 7c'.split(' ')) await page.click(`[data-pick="${card}"]`);
  assert.equal(await page.locator('[data-lab-deals]').count(), 0); // one card is missing
  await page.click('[data-pick="3c"]');
  await page.waitForSelector('[data-lab-call]');
  for (const call of ['P', '1H', 'P']) {
    await page.selectOption('[data-lab-add]', call);
    await page.waitForSelector(`.said:nth-of-type(${['P', '1H', 'P'].indexOf(call) + 1})`);
  }
  await page.waitForFunction(() => document.querySelectorAll('.said').length === 3);
  const deals = async () => Number(await page.locator('[data-lab-deals]').getAttribute('data-lab-deals'));
  await page.waitForFunction(() => Number(document.querySelector('[data-lab-deals]')?.dataset.labDeals) >= 24);
  const half = async () => Number((await page.locator('[data-lab-call="4H"] .number').first().innerText()).split('±')[1]);
  const before = [await deals(), await half()];
  await page.waitForFunction((n) => Number(document.querySelector('[data-lab-deals]')?.dataset.labDeals) >= 4 * n, before[0]);
  assert.ok((await half()) < before[1], 'more deals, a narrower interval');
  await page.click('[data-act="lab-stop"]');
  await page.waitForSelector('[data-act="lab-run"]');
  assert.equal(await page.locator('.contracts').count(), 2);
  assert.equal(await page.locator('.contracts .cell').count(), 70);
  await accessible('lab');
  await picture('lab', true);
  // The address asks the same.
  const address = page.url();
  assert.match(address, /#lab=bridge&hand=/);
  await go(page, address);
  await page.waitForFunction(() => document.querySelectorAll('.said').length === 3);
});

await step('the bidding lab of other games', async () => {
  for (const [game, address] of [
    ['contree', '#lab=contree&hand=Js 9s As 8s Ah 7h Td 7c&dealer=0&calls=pass'],
    ['euchre', '#lab=euchre&hand=Js As 9h Kd Tc&dealer=0&up=Ks&calls=pass'],
    ['skat', '#lab=skat&hand=DJ HJ SJ D7 DA DK S7 SA H9 H8&dealer=0&calls=18 pass pass'],
  ]) {
    await fresh(address);
    await page.waitForFunction(() => document.querySelectorAll('[data-lab-call]').length >= 2);
    if (shots && game === 'contree') {
      await page.waitForFunction(() => Number(document.querySelector('[data-lab-deals]')?.dataset.labDeals) >= 200);
      await page.click('[data-act="lab-stop"]').catch(() => {});
      await picture('lab_contree', true);
    }
  }
});

await step('the ladder', async () => {
  await fresh('#ladder=jass');
  await page.waitForSelector('[data-plot="rating"] circle');
  assert.ok((await page.locator('.ladder tbody tr').count()) >= 6);
  assert.equal(await page.locator('[data-plot="time"] circle').count(), await page.locator('.ladder tbody tr').count());
  await accessible('ladder');
  await picture('ladder', true);
  await page.selectOption('[data-ladder-game]', 'euchre');
  assert.match(page.url(), /#ladder=euchre/);
});
await browser.close();
