// Plays one deal of each game through the page by clicking, in a real browser.
//
//   node tests/e2e/play.mjs URL [--shots FOLDER] [game ...]
//
// With --shots also pictures of every game at 360 and 1280 px, light and dark.
import assert from 'node:assert/strict';
import { games, go, openBrowser, pictures, playDeal, request, visitor } from './support.mjs';

const { base, shots, words } = request();
const browser = await openBrowser();
const { page, troubles } = await visitor(browser);

const seeds = { ulti: 3 }; // of deals that are played; the others' is 7

for (const game of words.length ? words : games) {
  const start = Date.now();
  await go(page, `${base}#${game}&seed=${seeds[game] ?? 7}`);
  await page.waitForSelector('.table');
  const taken = { first: false, play: false };
  const done = await playDeal(page, async (done) => {
    if (!shots || (taken.first && taken.play)) return false;
    await page.waitForSelector('.prompt.mine, dialog [data-act="next"]');
    if (await page.$('.prompt.mine')) {
      if (!taken.first) await pictures(page, shots, `${game}_first`);
      taken.first = true;
      if (!taken.play && done.filter((x) => x === 'card').length >= 2) {
        await pictures(page, shots, `${game}_play`);
        taken.play = true;
      }
    }
    return false;
  });
  assert.ok(!shots || taken.play, `${game}: no picture of the play`);
  await pictures(page, shots, `${game}_result`);
  // The result in words of the page, not of the engine, and a score sheet that fits a phone.
  assert.equal(await page.locator('dialog .words').count(), 1, game);
  assert.equal(await page.locator('dialog .words [lang]').count(), 0, `${game}: a result without words`);
  await page.setViewportSize({ width: 360, height: 640 });
  const sheet = page.locator('dialog [data-sheet]');
  assert.ok((await sheet.locator('tbody tr').count()) > 0, `${game}: an empty sheet`);
  assert.ok(await sheet.evaluate((e) => e.getBoundingClientRect().right <= e.parentElement.getBoundingClientRect().right + 1), `${game}: the sheet is too wide`);
  await page.setViewportSize({ width: 1280, height: 720 });
  assert.deepEqual(troubles, [], game);
  console.log(`${game}: one deal by ${done.length} clicks, ${((Date.now() - start) / 1000).toFixed(1)} s`);
}
await browser.close();
