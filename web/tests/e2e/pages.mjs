// The chooser, a rule explained, keys, taking back, watching with beliefs, analysis of a pasted
// PBN, a reload in the middle of a deal.
//
//   node tests/e2e/pages.mjs URL [--shots FOLDER]
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { chromium } from 'playwright-core';

const [base, flag, folder] = process.argv.slice(2);
const shots = flag === '--shots' ? folder : '';
const patience = 90_000;
if (shots) mkdirSync(shots, { recursive: true });
const only = process.env.ONLY ?? '';
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'], timeout: patience });
const context = await browser.newContext({ viewport: { width: 360, height: 640 }, reducedMotion: 'reduce' });
const page = await context.newPage();
page.setDefaultTimeout(patience);
const troubles = [];
page.on('pageerror', (e) => troubles.push(String(e)));

async function picture(name) {
  if (!shots) return;
  for (const [width, height] of [[360, 640], [1280, 720]]) {
    await page.setViewportSize({ width, height });
    for (const theme of ['light', 'dark']) {
      await page.evaluate((t) => (document.documentElement.dataset.theme = t), theme);
      await page.screenshot({ path: `${shots}/${name}_${width}_${theme}.png` });
    }
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth + 1), `${name}: scrolls at ${width}`);
  }
  await page.setViewportSize({ width: 360, height: 640 });
}
const step = async (name, f) => {
  if (!name.includes(only)) return;
  await f();
  assert.deepEqual(troubles, [], name);
  console.log(`${name}: as it should be`);
};
const set = (s) => page.evaluate((x) => localStorage.setItem('mu.settings', JSON.stringify(x)), s);
const quick = { speed: 'instant', level: 'casual', language: 'en', theme: 'light' };
const fresh = async (hash) => {
  await page.goto('about:blank');
  await page.goto(`${base}${hash}`);
};

await step('first visit: eight games', async () => {
  await page.goto(base);
  await page.waitForSelector('[data-game]');
  assert.equal(await page.locator('[data-game]').count(), 8);
  await set(quick);
  await picture('games');
});

await step('every language', async () => {
  for (const [language, word] of [['de', 'Zuschauen'], ['fr', 'Regarder'], ['hu', 'Nézőként'], ['en', 'Watch']]) {
    await page.evaluate(() => localStorage.clear());
    await set({ ...quick, language });
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
  await picture('watch');
});

await step('analysis of a pasted PBN', async () => {
  await page.goto(base);
  await page.evaluate(() => localStorage.clear());
  await set(quick);
  await fresh('');
  await page.click('[data-act="analyse"]');
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
  await picture('analyse');
  await page.locator('.valued.best').first().click();
  await page.waitForFunction(() => document.querySelectorAll('[data-laid]').length === 2);
});
await browser.close();
