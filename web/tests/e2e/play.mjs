// Plays one deal of each game through the page by clicking, in a real browser.
//
//   node tests/e2e/play.mjs URL [--shots FOLDER] [game ...]
//
// With --shots also pictures of every game at 360 and 1280 px, light and dark.
import { chromium } from 'playwright-core';
import { mkdirSync } from 'node:fs';

const [base, ...rest] = process.argv.slice(2);
let shots = '';
if (rest[0] === '--shots') [, shots] = rest.splice(0, 2);
const games = rest.length ? rest : ['whist', 'bridge', 'jass', 'differenzler', 'contree', 'euchre', 'ulti', 'snapszer', 'skat'];
const patience = 600_000; // ms; the machine may be busy
if (shots) mkdirSync(shots, { recursive: true });

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'], timeout: patience });
const context = await browser.newContext({ viewport: { width: 1280, height: 720 }, reducedMotion: 'reduce' });
const page = await context.newPage();
page.setDefaultTimeout(patience);
const troubles = [];
page.on('pageerror', (e) => troubles.push(String(e)));
page.on('console', (m) => m.type() === 'error' && troubles.push(m.text()));

const settings = { speed: 'instant', level: 'casual', language: 'en', theme: 'light' };
await page.addInitScript((s) => {
  if (location.protocol === 'about:') return;
  localStorage.removeItem('mu.table');
  localStorage.setItem('mu.settings', JSON.stringify({ ...s, ...JSON.parse(sessionStorage.getItem('own') ?? '{}') }));
}, settings);

async function picture(name) {
  if (!shots) return;
  for (const [width, height] of [[360, 640], [1280, 720]]) {
    await page.setViewportSize({ width, height });
    for (const theme of ['light', 'dark']) {
      await page.evaluate((t) => (document.documentElement.dataset.theme = t), theme);
      await page.screenshot({ path: `${shots}/${name}_${width}_${theme}.png` });
    }
    const wide = await page.evaluate(() =>
      [document.documentElement, ...document.querySelectorAll('.table *:not(svg *)')].some((e) => e.getBoundingClientRect().right > innerWidth + 1),
    );
    if (wide) throw new Error(`${name}: horizontal scroll at ${width} px`);
  }
}

const click = async (selector) => {
  const found = await page.$(selector);
  if (!found) return false;
  await found.click({ position: { x: 14, y: 14 }, timeout: patience });
  return true;
};

// One choice of ours. Returns what was done, or '' if there is nothing to do.
async function choose(taken) {
  if (await page.$('dialog [data-act="next"]')) return 'over';
  if (!(await page.$('.prompt.mine'))) return '';
  if (await page.$('[data-act="put-away"]')) {
    const slots = await page.$$('footer .slot');
    await slots.at(-1).click({ position: { x: 10, y: 60 } });
    await slots.at(-3).click({ position: { x: 10, y: 60 } });
    await page.click('[data-act="put-away"]');
    return 'discard';
  }
  if (await click('[data-say]')) return 'say';
  const cards = await page.$$('.dummy .slot.lifted, footer .slot.lifted');
  const calls = await page.$$('.calls [data-call]:not([disabled])');
  if (cards.length > 0 && (calls.length === 0 || taken % 4 !== 1)) {
    await cards[taken % cards.length].click({ position: { x: 10, y: 20 } });
    return 'card';
  }
  const texts = await Promise.all(calls.map((c) => c.getAttribute('data-call')));
  // A bid first where one can be made, then passes.
  const at = taken === 0 ? Math.max(0, texts.findIndex((x) => !/^(P|pass|push)$/.test(x))) : Math.max(0, texts.findIndex((x) => /^(P|pass|done|stand|with)$/.test(x)));
  if (calls[at]) {
    await calls[at].click();
    return `call ${texts[at]}`;
  }
  return '';
}

for (const game of games) {
  const start = Date.now();
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto('about:blank');
  await page.goto(`${base}#${game}&seed=7`);
  await page.waitForSelector('.table');
  let taken = 0;
  let cards = 0;
  const done = [];
  for (const end = Date.now() + patience; Date.now() < end; ) {
    if (shots && taken === 0 && (await page.$('.prompt.mine'))) await picture(`${game}_first`);
    if (shots && cards === 3 && (await page.$('.prompt.mine'))) {
      await picture(`${game}_play`);
      cards++;
    }
    const what = await choose(taken);
    if (what === 'over') break;
    if (what) {
      taken++;
      if (what === 'card') cards++;
      done.push(what);
      await page.waitForTimeout(30);
    } else await page.waitForTimeout(60);
  }
  if (!(await page.$('dialog [data-act="next"]'))) throw new Error(`${game}: the deal did not end; ${done.join(', ')}`);
  await picture(`${game}_result`);
  if (troubles.length) throw new Error(`${game}: ${troubles.join('\n')}`);
  console.log(`${game}: one deal by ${taken} clicks, ${((Date.now() - start) / 1000).toFixed(1)} s`);
}
await browser.close();
