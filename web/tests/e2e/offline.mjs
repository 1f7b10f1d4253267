// The static site with the network cut: loaded once, it deals, plays, analyses, teaches and bids.
//
//   node tests/e2e/offline.mjs FOLDER [game ...]
//
// FOLDER is build/site/page. A deal of each game by clicking; without games, of all.
import assert from 'node:assert/strict';
import { games, go, openBrowser, playDeal, settings, steps, visitor } from './support.mjs';
import { serve } from './site.mjs';

const [folder, ...asked] = process.argv.slice(2);
const { base, end } = await serve(folder);
const browser = await openBrowser();
const { page, context, troubles } = await visitor(browser, { width: 360, height: 640 });
const step = steps(troubles);

// The page's worker, asked without the page: what the net of a game says before the first call, and
// what the worker told of nets meanwhile.
const askNet = (game) =>
  page.evaluate(async (game) => {
    const script = performance.getEntriesByType('resource').map((r) => r.name).find((url) => /worker-[^/]*\.js$/.test(url));
    const worker = new Worker(script, { type: 'module' });
    const notices = [];
    const ask = (message) =>
      new Promise((done, failed) => {
        worker.onerror = (e) => failed(new Error(e.message));
        worker.onmessage = ({ data }) => {
          if (data.notice) notices.push(data.notice);
          else if (data.failed) failed(new Error(data.failed));
          else done(JSON.parse(data.text));
        };
        worker.postMessage({ id: 1, text: JSON.stringify({ v: 1, ...message }) });
      });
    try {
      const view = await ask({ type: 'new', game, seats: Array(4).fill('person'), seed: 1, player: 0 });
      return { ...(await ask({ type: 'hint', table: view.table, player: view.to_act, by: 'net' })), notices };
    } finally {
      worker.terminate();
    }
  }, game);

await page.goto(base);
await page.waitForSelector('[data-game]');
const online = await askNet('euchre');
await step('the net of euchre, fetched when it is asked', async () => {
  assert.equal(online.type, 'values', online.reason);
  assert.deepEqual(online.notices, [{ type: 'net', net: 'euchre.munet' }, { type: 'net', net: null }]);
});
// Whatever nets the strong bots have are fetched by sitting down with them.
const strong = await visitor(browser, { own: { ...settings, level: 'expert' } });
await strong.page.goto(`${base}#euchre&seed=7`);
await strong.page.waitForSelector('.table');
const isKept = async () => {
  const kept = await (await caches.open('mu-1')).keys();
  return [/\/$/, /engine\.wasm$/, /index-.*\.js$/, /worker-.*\.js$/, /\.css$/].every((part) => kept.some((r) => part.test(r.url)));
};
await page.waitForFunction(isKept);
await strong.page.waitForFunction(isKept);
await context.setOffline(true);
await strong.context.setOffline(true);
end(); // nobody is there any more

await step('the net of euchre, offline, and one that was never fetched', async () => {
  assert.deepEqual((await askNet('euchre')).values, online.values);
  const never = await askNet('whist');
  assert.match(never.reason, /^there is no net/);
  assert.equal(never.notices.at(-1).failed, 'nets/whist.munet: no network');
});

await step('euchre with strong bots, offline', async () => {
  await go(strong.page, `${base}#euchre&seed=8`);
  await strong.page.waitForSelector('.table');
  const done = await playDeal(strong.page, async () => {
    assert.equal(await strong.page.locator('.note').count(), 0);
    return false;
  });
  assert.ok(done.length >= 5);
  assert.deepEqual(strong.troubles, []);
});

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
