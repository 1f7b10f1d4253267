// What the scripts in this folder share: a browser, its pages, pictures, one choice at a table.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { chromium } from 'playwright-core';

export const patience = 120_000; // ms; the machine may be busy
export const settings = { speed: 'instant', level: 'casual', language: 'en', theme: 'light' };
export const games = ['whist', 'bridge', 'jass', 'differenzler', 'contree', 'euchre', 'ulti', 'snapszer', 'skat'];

// "URL [--shots FOLDER] [word ...]" of the command line.
export function request() {
  const [base, ...rest] = process.argv.slice(2);
  let shots = '';
  if (rest[0] === '--shots') [, shots] = rest.splice(0, 2);
  if (shots) mkdirSync(shots, { recursive: true });
  return { base, shots, words: rest };
}

export const openBrowser = () =>
  chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking', '--disable-component-update', '--no-first-run'],
    timeout: patience,
  });

// A page of a visitor of its own, who has set what he likes. What goes wrong in it is in `troubles`.
export async function visitor(browser, { width = 1280, height = 720, own = settings } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  page.setDefaultTimeout(patience);
  const troubles = [];
  page.on('pageerror', (e) => troubles.push(String(e)));
  page.on('console', (m) => m.type() === 'error' && troubles.push(m.text()));
  await page.addInitScript((s) => {
    if (location.protocol.startsWith('http') && !localStorage.getItem('mu.settings')) localStorage.setItem('mu.settings', JSON.stringify(s));
  }, own);
  return { page, context, troubles };
}

// The same address as if it were typed anew.
export async function go(page, address) {
  await page.goto('about:blank');
  await page.goto(address);
}

// Pictures at both widths and in both themes; nothing may stick out on the right but what scrolls by
// itself. `whole`: of all of the page, not only of what the window shows.
export async function pictures(page, shots, name, whole = false) {
  if (!shots) return;
  const before = page.viewportSize();
  for (const [width, height] of [[360, 640], [1280, 720]]) {
    await page.setViewportSize({ width, height });
    if (whole) await page.setViewportSize({ width, height: Math.max(height, await page.evaluate(() => document.querySelector('.app > div').offsetHeight)) });
    for (const theme of ['light', 'dark']) {
      await page.evaluate((t) => (document.documentElement.dataset.theme = t), theme);
      await page.screenshot({ path: `${shots}/${name}_${width}_${theme}.png` });
    }
    const wide = await page.evaluate(() =>
      [document.documentElement, ...document.querySelectorAll('.app *:not(svg *, .scroll *)')].some((e) => e.getBoundingClientRect().right > innerWidth + 1),
    );
    assert.ok(!wide, `${name}: scrolls at ${width} px`);
  }
  await page.setViewportSize(before);
}

const click = async (page, selector) => {
  const found = await page.$(selector);
  if (!found) return false;
  await found.click({ position: { x: 14, y: 14 }, timeout: patience });
  return true;
};

// One choice of ours by clicking. Returns what was done, '' if there is nothing to do, or 'over'.
export async function choose(page, taken) {
  if (await page.$('dialog [data-act="next"]')) return 'over';
  if (!(await page.$('.prompt.mine'))) return '';
  const away = await page.$('[data-act="put-away"]');
  if (away) {
    const one = (await away.innerText()).includes('/1'); // a tap is enough
    const slots = await page.$$('footer .slot');
    await slots.at(-1).click({ position: { x: 10, y: 60 } });
    if (one) return 'discard';
    await slots.at(-3).click({ position: { x: 10, y: 60 } });
    await page.click('[data-act="put-away"]');
    return 'discard';
  }
  if (await click(page, '[data-say]')) return 'say';
  const cards = await page.$$('.dummy .slot.lifted, footer .slot.lifted');
  const calls = await page.$$('.calls [data-call]:not([disabled])');
  if (cards.length > 0 && (calls.length === 0 || taken % 4 !== 1)) {
    await cards[taken % cards.length].click({ position: { x: 10, y: 20 } });
    return 'card';
  }
  const texts = await Promise.all(calls.map((c) => c.getAttribute('data-call')));
  // A bid first where one can be made, then passes.
  const wanted = taken === 0 ? (x) => !/^(P|pass|push)$/.test(x) : (x) => /^(P|pass|done|stand|with)$/.test(x);
  const at = Math.max(0, texts.findIndex(wanted));
  if (!calls[at]) return '';
  await calls[at].click();
  return `call ${texts[at]}`;
}

// Plays on until the deal is over, or `until` says so. Whoever does not sit here is waited for.
export async function playDeal(pages, until = async () => false) {
  const done = [];
  for (const end = Date.now() + patience; Date.now() < end; ) {
    let over = true;
    for (const page of [pages].flat()) {
      if (await until(done, page)) return done;
      const what = await choose(page, done.length).catch((e) => {
        if (/not attached|detached|not visible|intercepts/.test(String(e))) return ''; // it was drawn anew meanwhile
        throw e;
      });
      if (what !== 'over') over = false;
      if (what && what !== 'over') done.push(what);
    }
    if (over) return done;
    await new Promise((done) => setTimeout(done, 30));
  }
  throw new Error(`the deal did not end; ${done.join(', ')}`);
}

// Steps with a name each; ONLY=word runs some.
export function steps(troubles) {
  const only = process.env.ONLY ?? '';
  return async (name, f) => {
    if (!name.includes(only)) return;
    const start = Date.now();
    await f();
    assert.deepEqual(troubles, [], name);
    console.log(`${name}: as it should be, ${((Date.now() - start) / 1000).toFixed(1)} s`);
  };
}
