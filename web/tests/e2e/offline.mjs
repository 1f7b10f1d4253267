// The static site with the network cut: loaded once, it deals, plays, analyses, teaches and bids.
//
//   node tests/e2e/offline.mjs FOLDER [game ...]
//
// FOLDER is build/site/page. A deal of each game by clicking; without games, of all.
import assert from 'node:assert/strict';
import { games, go, openBrowser, playDeal, steps, visitor } from './support.mjs';
import { serve } from './site.mjs';

const [folder, ...asked] = process.argv.slice(2);
const { base, end } = await serve(folder);
const browser = await openBrowser();
const { page, context, troubles } = await visitor(browser, { width: 360, height: 640 });
const step = steps(troubles);

await page.goto(base);
await page.waitForSelector('[data-game]');
await page.waitForFunction(async () => {
  const kept = await (await caches.open('mu-1')).keys();
  return ['engine.wasm', '.js', '.css'].every((end) => kept.some((r) => r.url.endsWith(end)));
});
await context.setOffline(true);
end(); // nobody is there any more

for (const game of asked.length ? asked : games)
  await step(`${game}, offline`, async () => {
    await go(page, `${base}#${game}&seed=7`);
    await page.waitForSelector('.table');
    const done = await playDeal(page);
    assert.ok(done.length >= 5 || game === 'ulti' || game === 'snapszer' || game === 'skat');
    assert.equal(await page.evaluate(() => navigator.onLine), false);
  });

await step('analysis of a pasted PBN, offline', async () => {
  await go(page, `${base}#analyse`);
  await page.click('text=Example');
  await page.click('[data-act="read"]');
  await page.waitForSelector('.board');
  await page.click('[data-act="contracts"]');
  await page.waitForSelector('text=par ');
  await page.evaluate(() => {
    const at = document.querySelector('[data-step]');
    at.value = '7';
    at.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await page.waitForSelector('.valued sup');
  assert.equal(await page.locator('.valued').count(), 3);
  await page.click('[data-act="teach"]');
  await page.waitForFunction(() => document.querySelectorAll('[data-lesson]').length >= 2);
});

await step('the bidding lab, offline', async () => {
  await go(page, `${base}#lab=bridge&hand=As Ks Qs 3s 2s Kh 9h 5h 8d 4d Jc 7c 3c&dealer=0&calls=P 1H P`);
  await page.waitForFunction(() => Number(document.querySelector('[data-lab-deals]')?.dataset.labDeals) >= 32);
  assert.equal(await page.locator('.contracts').count(), 2);
});
await browser.close();
