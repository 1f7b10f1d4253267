// What the page weighs, and how long it takes until the first card is on the screen.
//
//   node tests/e2e/all.mjs MU weight
import { openBrowser, request, visitor } from './support.mjs';

const { base } = request();
const browser = await openBrowser();
const times = [];
let files = [];
for (let i = 0; i < 9; i++) {
  const { page, context } = await visitor(browser); // nothing is kept from one to the next
  await page.addInitScript(() => {
    const look = () => (document.querySelector('footer .slot svg') ? (window.firstCard = performance.now()) : requestAnimationFrame(look));
    look();
  });
  await page.goto(`${base}#whist&seed=7`);
  await page.waitForFunction(() => window.firstCard);
  times.push(await page.evaluate(() => window.firstCard));
  files = await page.evaluate(() => performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation'))
    .map((r) => ({ name: new URL(r.name).pathname, bytes: r.encodedBodySize })));
  await context.close();
}
times.sort((a, b) => a - b);
for (const { name, bytes } of files.filter((f) => f.bytes > 0)) console.log(`${name}: ${bytes} bytes compressed`);
console.log(`all of it: ${files.reduce((sum, f) => sum + f.bytes, 0)} bytes`);
console.log(`first card on the screen: median ${times[4].toFixed(0)} ms, least ${times[0].toFixed(0)}, most ${times[8].toFixed(0)} ms`);
await browser.close();
