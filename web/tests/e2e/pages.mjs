// The chooser, a rule explained, keys, taking back, watching with beliefs, analysis of a pasted
// PBN, a reload in the middle of a deal; and whether people who listen or see badly can use it.
//
//   node tests/e2e/pages.mjs URL [--shots FOLDER]
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { games, go, openBrowser, pictures, request, settings, steps, visitor } from './support.mjs';

const { base, shots } = request();
const browser = await openBrowser();
const { page, troubles } = await visitor(browser, { width: 360, height: 640 });
const step = steps(troubles);
const picture = (name) => pictures(page, shots, name);
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
  await accessible('analyse');
  await picture('analyse');
  await page.locator('.valued.best').first().click();
  await page.waitForFunction(() => document.querySelectorAll('[data-laid]').length === 2);
});
await browser.close();
