// The static site with the network cut: loaded once, it deals and plays on.
//
//   node tests/e2e/offline.mjs URL
import assert from 'node:assert/strict';
import { go, openBrowser, request, visitor } from './support.mjs';

const { base } = request();
const browser = await openBrowser();
const { page, context } = await visitor(browser, { width: 360, height: 640 });
await page.goto(base);
await page.waitForSelector('[data-game]');
await page.waitForFunction(async () => {
  const kept = await (await caches.open('mu-1')).keys();
  return ['engine.wasm', '.js', '.css'].every((end) => kept.some((r) => r.url.endsWith(end)));
});
await context.setOffline(true);
await go(page, `${base}#whist&seed=7`);
await page.waitForSelector('.prompt.mine');
await page.locator('footer .slot.lifted').first().click({ position: { x: 10, y: 20 } });
await page.waitForFunction(() => document.querySelectorAll('[data-laid]').length > 0);
assert.equal(await page.evaluate(() => navigator.onLine), false);
console.log('offline: a deal goes on');
await browser.close();
