// The page is a function of one state; everything that changes it is a plain function below.
//
//   screen      which page: chooser, table, analysis, bidding lab, ladder
//   view        the last message about the table: all that is drawn of it comes from here
//   shown       the trick on the table, which stays a moment longer than the view has it
//   chosen      cards that are lifted: one to play with the keyboard, several to put away
//   note        one sentence for the player: a rule, a hint, a failure
//   thinking    the seat that is being waited for
//   settings    what the player likes; kept in the browser
//   online, host, here, links   at a server: whether it answers, and who else is at the table
//
// Legal actions come with the view. Nothing here knows a rule.

import type { LabQuestion } from './lab';
import { openEngine, type Engine, type Message } from './engine';
import { usualFace, type Face } from './cards';
import { discards } from './table';
import { isKey, text, usualLanguage, type Key, type Language } from './strings';
import { callPieces, plain, ruleText } from './words';
import { EngineError, type Beliefs, type GameInfo, type Hello, type Links, type Notice, type Trick, type Values, type View } from './protocol';

export type Screen = 'games' | 'table' | 'analyse' | 'lab' | 'ladder';

export interface Settings {
  language: Language;
  theme: 'auto' | 'light' | 'dark';
  speed: 'instant' | 'quick' | 'calm';
  deck: 'auto' | Face;
  fourColours: boolean;
  level: string;
  lastGame: string;
  options: Record<string, Record<string, string>>; // by game
}

export interface State {
  screen: Screen;
  hello: Hello | null;
  failure: string;
  view: View | null;
  shown: Trick | null;
  gathered: boolean; // the finished trick is on its way to its winner
  chosen: string[];
  note: string;
  noteKind: 'rule' | 'hint' | 'failure';
  noteCard: string;
  thinking: number | null;
  thinkingSince: number;
  busy: boolean; // an answer is awaited
  watching: boolean;
  paused: boolean;
  values: Values | null;
  beliefs: Beliefs | null;
  believer: number | null; // whose beliefs are shown
  panel: '' | 'menu' | 'sheet' | 'help' | 'last' | 'settings' | 'invite';
  online: boolean; // the server answers
  host: boolean; // of the table: may invite
  here: number[]; // players who are connected
  links: Links['links'];
  resultOpen: boolean;
  record: string; // to be analysed, or any text that a deal is read from
  recordAt: number | null; // after so many actions
  lab: LabQuestion | null; // to be asked in the lab
  settings: Settings;
}

const kept = 'mu.settings';
const savedTable = 'mu.table'; // all of it, or at a server the key of one's seat
const houseKey = 'mu.house'; // with which an open server lets one begin tables

function loadSettings(): Settings {
  const usual: Settings = {
    language: usualLanguage(),
    theme: 'auto',
    speed: 'quick',
    deck: 'auto',
    fourColours: true,
    level: 'club',
    lastGame: '',
    options: {},
  };
  try {
    return { ...usual, ...JSON.parse(localStorage.getItem(kept) ?? '{}') };
  } catch {
    return usual;
  }
}

export const state: State = $state({
  screen: 'games',
  hello: null,
  failure: '',
  view: null,
  shown: null,
  gathered: false,
  chosen: [],
  note: '',
  noteKind: 'rule',
  noteCard: '',
  thinking: null,
  thinkingSince: 0,
  busy: false,
  watching: false,
  paused: false,
  values: null,
  beliefs: null,
  believer: null,
  panel: '',
  online: true,
  host: false,
  here: [],
  links: [],
  resultOpen: false,
  record: '',
  recordAt: null,
  lab: null,
  settings: loadSettings(),
});

export const t = (key: Key, values: Record<string, string | number> = {}): string =>
  text(state.settings.language, key, values);
export const word = (key: string, otherwise: string): string => (isKey(key) ? t(key) : otherwise);

export function faceOf(game: string): Face {
  return state.settings.deck === 'auto' ? (usualFace[game] ?? 'french') : state.settings.deck;
}
export const face = (): Face => faceOf(state.view?.name ?? '');

export function changeSettings(change: Partial<Settings>): void {
  Object.assign(state.settings, change);
  localStorage.setItem(kept, JSON.stringify(state.settings));
}

// --- Time. ---

const reduced = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;
const times = { instant: { bot: 0, trick: 250 }, quick: { bot: 250, trick: 900 }, calm: { bot: 600, trick: 1500 } };
export const animated = (): boolean => state.settings.speed !== 'instant' && !reduced();

let hurry: (() => void) | null = null;
function wait(ms: number): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(done, ms);
    hurry = () => {
      clearTimeout(timer);
      done();
    };
  });
}
// A tap on the table: what is only waited for happens now.
export function tapTable(): void {
  hurry?.();
}

// --- The engine. ---

let engine: Engine | null = null;
let round = 0; // of the table that is being played; a table that was left is not played on

export const atServer = (): boolean => engine?.keepsTables ?? false;

export async function begin(): Promise<void> {
  if (!engine) {
    engine = openEngine();
    engine.onNotice = noticed;
    engine.onLink = linked;
    const house = localStorage.getItem(houseKey);
    if (house) await engine.join?.(house).catch(() => localStorage.removeItem(houseKey));
  }
  state.failure = '';
  try {
    state.hello = await engine.ask<Hello>({ type: 'hello' });
  } catch (e) {
    state.failure = e instanceof Error ? e.message : String(e);
  }
}

export const ask = <T>(message: Message): Promise<T> => engine!.ask<T>(message);

// An address with #house=: the right to begin tables at an open server.
export function enterHouse(key: string): void {
  localStorage.setItem(houseKey, key);
}

export const gameInfo = (name: string): GameInfo | undefined => state.hello?.games.find((g) => g.name === name);

// "bridge(vul=none)" from the options that were chosen.
function gameSpec(name: string): string {
  const chosen = Object.entries(state.settings.options[name] ?? {}).filter(([, value]) => value !== '');
  return chosen.length ? `${name}(${chosen.map(([k, v]) => `${k}=${v}`).join(', ')})` : name;
}

function say(note: string, kind: State['noteKind'], card = ''): void {
  state.note = note;
  state.noteKind = kind;
  state.noteCard = card;
}
export function tellFailure(e: unknown): void {
  say(e instanceof EngineError && e.code === 'unknown' ? t('link_invalid') : e instanceof Error ? e.message : String(e), 'failure');
}
export function hush(): void {
  state.note = '';
  state.noteCard = '';
}

function freshTable(): void {
  state.shown = null;
  state.chosen = [];
  state.values = null;
  state.beliefs = null;
  state.believer = null;
  state.resultOpen = false;
  state.thinking = null;
  state.panel = '';
  behind = false;
  hush();
}

const people = (view: View): number => view.players.filter((p) => p.who === 'person').length;

async function closeTable(): Promise<void> {
  round++;
  hurry?.();
  const old = state.view;
  state.view = null;
  const key = atServer() ? localStorage.getItem(savedTable) : null;
  if (key) engine!.leaveSeat!(key);
  // A table with other people goes on without us.
  if (old && (!atServer() || (state.host && people(old) < 2)))
    await ask({ type: 'close', table: old.table }).catch(() => {});
}

export function seedFromTime(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0]!;
}

// `invited`: players besides oneself who come by a link.
export async function newTable(name: string, watching = false, seed = seedFromTime(), invited: number[] = []): Promise<void> {
  await closeTable();
  freshTable();
  changeSettings({ lastGame: name });
  state.watching = watching;
  state.paused = false;
  state.screen = 'table';
  const players = playersOf(name);
  const me = watching ? -1 : ownPlayer(players);
  const seats = Array.from({ length: players }, (_, k) => (k === me || invited.includes(k) ? 'person' : state.settings.level));
  const mine = round;
  try {
    const view = await ask<View>({ type: 'new', game: gameSpec(name), seats, seed, dealer: seed % players, player: me });
    if (mine !== round) return;
    if (view.key) took(view.key, true);
    state.view = view;
    if (invited.length > 0) void invite();
    await show(view);
  } catch (e) {
    state.screen = 'games';
    say(e instanceof Error ? e.message : String(e), 'failure');
  }
}

export const playersOf = (name: string): number =>
  Number(state.settings.options[name]?.players ?? gameInfo(name)!.players);
export const ownPlayer = (players: number): number => Math.min(2, players - 1);

// --- At a server: seats by key, other people. ---

function took(key: string, host: boolean): void {
  state.host = host;
  engine!.holdSeat!(key);
  localStorage.setItem(savedTable, key);
}

// The seat or the view that a key is for. Throws an EngineError.
export async function sitDown(key: string): Promise<void> {
  const joined = await engine!.join!(key);
  if (joined.table === null) return;
  freshTable();
  took(joined.key ?? key, joined.host);
  const view = await ask<View>({ type: 'see', table: joined.table, player: joined.player ?? -1 });
  state.watching = joined.player === null;
  state.paused = false;
  state.screen = 'table';
  void show({ ...view, events: [] });
}

// Opens the panel with everybody's link.
export async function invite(): Promise<void> {
  state.panel = 'invite';
  await refreshLinks();
}
async function refreshLinks(): Promise<void> {
  if (!state.view) return;
  const links = await ask<Links>({ type: 'links', table: state.view.table }).catch(failed);
  if (links) state.links = links.links;
}
export async function withdraw(player: number): Promise<void> {
  if (!state.view) return;
  const links = await ask<Links>({ type: 'revoke', table: state.view.table, player }).catch(failed);
  if (links) state.links = links.links;
}
export const linkOf = (key: string): string => `${location.href.replace(/#.*$/, '')}#seat=${key}`;

const present = new Map<string, number[]>(); // players at each table

let showing = 0; // tables that are being shown: one, or none
let behind = false; // the table has changed since it was looked at

let netNote = ''; // what is said of nets, until it is known better

function noticedNet(net: string | null, why?: string): void {
  if (net === null) {
    if (state.note === netNote) hush();
    return;
  }
  netNote = why === undefined ? t('net_loading') : t('net_failed', { why });
  say(netNote, 'hint');
}

function noticed(notice: Notice): void {
  if (notice.type === 'net') return noticedNet(notice.net, notice.failed);
  if (notice.type === 'people') present.set(notice.table, notice.here);
  if (notice.table !== state.view?.table) return;
  if (notice.type === 'people') {
    state.here = notice.here;
    if (state.panel === 'invite') void refreshLinks();
  } else if (notice.type === 'changed') {
    if (notice.deal === state.view.deal && notice.at === state.view.at) return;
    behind = true;
    void catchUp();
  } else {
    localStorage.removeItem(savedTable);
    state.view = null;
    leaveTable();
    say(t(notice.type === 'closed' ? 'table_closed' : 'link_withdrawn'), 'failure');
  }
}

// Other people's actions, when ours have been shown. A result is looked at in peace.
export async function catchUp(): Promise<void> {
  if (!behind || showing > 0 || state.resultOpen || state.busy || !state.view || state.screen !== 'table') return;
  behind = false;
  const old = state.view;
  const now = await look(old);
  if (!now || state.view !== old) return;
  if (now.deal !== old.deal) freshTable();
  void show(now);
}

function linked(up: boolean): void {
  state.online = up;
  if (up && state.view && state.screen === 'table') {
    hush();
    round++;
    hurry?.();
    behind = true;
    setTimeout(catchUp); // when what was being shown has ended
  }
}

// The table of the last visit, if there is one.
export async function resumeTable(): Promise<boolean> {
  const saved = localStorage.getItem(savedTable);
  if (!saved) return false;
  if (atServer()) {
    try {
      await sitDown(saved);
      return true;
    } catch (e) {
      if (!(e instanceof EngineError && e.code === 'lost')) localStorage.removeItem(savedTable);
      return false;
    }
  }
  try {
    const { table, player } = JSON.parse(saved);
    await closeTable();
    freshTable();
    const view = await ask<View>({ type: 'load', saved: table, player });
    state.watching = player < 0;
    state.paused = state.watching;
    state.screen = 'table';
    void show(view);
    return true;
  } catch {
    localStorage.removeItem(savedTable);
    return false;
  }
}

async function keep(): Promise<void> {
  if (!state.view || atServer()) return;
  const { saved } = await ask<{ saved: unknown }>({ type: 'save', table: state.view.table });
  localStorage.setItem(savedTable, JSON.stringify({ table: saved, player: state.view.player ?? -1 }));
}

export function leaveTable(): void {
  round++;
  hurry?.();
  state.screen = 'games';
  state.panel = '';
}
// The table as the engine has it now: a bot may have acted after we stopped looking.
const look = (view: View): Promise<View | null> =>
  ask<View>({ type: 'see', table: view.table, player: view.player ?? -1, since: view.at })
    .then((now) => (now.deal === view.deal ? now : { ...now, events: [] }))
    .catch(failed);

export async function backToTable(): Promise<void> {
  state.screen = 'table';
  const now = state.view && (await look(state.view));
  if (now) void show(now);
}

// Shows what has happened and lets the bots play until somebody is asked.
async function show(first: View): Promise<void> {
  showing++;
  try {
    await showAll(first);
  } finally {
    showing--;
  }
  void catchUp();
}

async function showAll(first: View): Promise<void> {
  const mine = ++round;
  const pace = times[state.settings.speed];
  let view = first;
  while (true) {
    state.view = view;
    state.here = present.get(view.table) ?? [];
    state.values = null;
    state.chosen = [];
    const trick = view.view.trick as Trick | null;
    const new_trick = trick?.complete && view.events.length > 0;
    state.shown = trick;
    state.gathered = false;
    if (state.believer !== null) void showBeliefs(state.believer);
    if (view.result) {
      state.thinking = null;
      void keep();
      await wait(pace.trick);
      if (mine === round) state.resultOpen = true;
      return;
    }
    if (new_trick) {
      state.thinking = null;
      await wait(pace.trick);
      if (mine !== round) return;
      state.gathered = true;
    }
    if (view.waits) {
      state.thinking = null;
      void keep();
      return;
    }
    if (state.watching && state.paused) return;
    state.thinking = view.to_act;
    state.thinkingSince = Date.now();
    const slow = state.watching ? Math.max(pace.bot, 500) : pace.bot;
    const [next] = await Promise.all([
      step(view),
      wait(new_trick ? 0 : slow),
    ]);
    if (mine !== round || !next) return;
    if (next.deal !== view.deal) freshTable();
    view = next;
  }
}

// The bot to act acts. Somebody else's page may have been quicker: then as the table is now.
const step = (view: View): Promise<View | null> =>
  ask<View>({ type: 'step', table: view.table, player: view.player ?? -1, since: view.at, at: view.at }).catch((e) =>
    isStale(e) ? look(view) : failed(e),
  );
const isStale = (e: unknown): boolean => e instanceof EngineError && ['stale', 'turn', 'over'].includes(e.code);

function failed(e: unknown): null {
  const code = e instanceof EngineError ? e.code : '';
  if (code === 'lost' && atServer()) {
    state.thinking = null;
    return null; // shown by `online`; everything goes on when it answers again
  }
  say(code === 'lost' ? t('no_connection') : `${t('engine_failed')} (${e instanceof Error ? e.message : e})`, 'failure');
  state.thinking = null;
  return null;
}

// A failure is over: the table as it was kept.
export async function tryAgain(): Promise<void> {
  hush();
  if (atServer()) {
    behind = true;
    return catchUp();
  }
  state.view = null;
  if (!(await resumeTable())) leaveTable();
}

export const myTurn = (): boolean =>
  !!state.view && state.view.waits && state.view.to_act === state.view.seat && !state.busy && !state.view.result;

// An action by its id or text, as the engine reads it.
export async function act(action: number | string, card = ''): Promise<void> {
  const view = state.view;
  if (!view || state.busy) return;
  if (!myTurn()) {
    if (view.result) return;
    tapTable();
    say(t('rule_not_turn'), 'rule', card);
    return;
  }
  state.busy = true;
  hush();
  try {
    const next = await ask<View>({
      type: 'act', table: view.table, player: view.player, action, at: view.at, since: view.at,
    });
    state.busy = false;
    void show(next);
  } catch (e) {
    state.busy = false;
    state.chosen = [];
    if (e instanceof EngineError && e.code === 'stale') {
      behind = true;
      void catchUp();
    } else if (e instanceof EngineError && (e.code === 'illegal' || e.code === 'malformed' || e.code === 'turn'))
      say(ruleText(e.message, face(), state.settings.language), 'rule', card);
    else failed(e);
  }
}

// A tap on a card: it is played, or one of those to put away.
export function tapCard(card: string): void {
  const view = state.view;
  if (!view) return;
  const several = discards(view);
  if (several > 1) {
    hush();
    state.chosen = state.chosen.includes(card)
      ? state.chosen.filter((c) => c !== card)
      : [...state.chosen, card].slice(-several);
    return;
  }
  // Some calls have the names of cards (5h): a card is sent where one is due.
  if (myTurn() && !view.legal.some((c) => c.card)) return say(t('rule_no_card_yet'), 'rule', card);
  void act(card, card);
}

export const putAway = (): Promise<void> => act([...state.chosen].join(' '));

export async function undo(): Promise<void> {
  const view = state.view;
  if (!view?.can_undo) return say(t('no_choice_yet'), 'hint');
  hush();
  round++;
  hurry?.();
  try {
    const next = await ask<View>({ type: 'undo', table: view.table, player: view.player });
    next.events = [];
    void show(next);
  } catch (e) {
    failed(e);
  }
}

export function closeResult(): void {
  state.resultOpen = false;
  void catchUp();
}

export async function nextDeal(): Promise<void> {
  const view = state.view;
  if (!view) return;
  freshTable();
  try {
    void show(await ask<View>({ type: 'next', table: view.table, player: view.player ?? -1 }));
  } catch (e) {
    const now = isStale(e) ? await look(view) : failed(e); // another player has dealt
    if (now) void show(now);
  }
}

export async function hint(): Promise<void> {
  const view = state.view;
  if (!view || !myTurn()) return;
  state.busy = true;
  try {
    const values = await ask<Values>({ type: 'hint', table: view.table, player: view.player, ms: 400 });
    if (state.view?.at !== values.at) return;
    state.values = values;
    const is_card = view.legal.find((c) => c.id === values.chosen.id)?.card;
    const what = is_card
      ? values.chosen.text
      : plain(callPieces(values.chosen.text, view.name, face(), state.settings.language, view.view.phase));
    say(t('hint_is', { what }), 'hint', is_card ? values.chosen.text : '');
  } catch (e) {
    failed(e);
  } finally {
    state.busy = false;
  }
}

// Where a seat thinks the unseen cards are. Of a running deal with people only one's own.
export async function showBeliefs(seat: number | null): Promise<void> {
  state.believer = seat;
  if (seat === null || !state.view || state.view.result) {
    state.beliefs = null;
    return;
  }
  const player = state.view.players[seat]!.player;
  try {
    const beliefs = await ask<Beliefs>({ type: 'beliefs', table: state.view.table, player });
    if (state.believer === seat) state.beliefs = beliefs;
  } catch {
    state.beliefs = null;
  }
}

export async function pause(): Promise<void> {
  state.paused = !state.paused;
  if (state.paused || !state.view) return;
  round++;
  const now = await look(state.view);
  if (now) void show({ ...now, events: [] });
}
export async function oneStep(): Promise<void> {
  const view = state.view;
  if (!view || view.result) return;
  state.paused = true;
  round++;
  hurry?.();
  const next = await step(view);
  if (next) void show(next);
}

// What the bot to act sees in each of its choices: it is asked before it acts.
export async function watchValues(): Promise<void> {
  const view = state.view;
  if (!view || view.to_act === null) return;
  state.paused = true;
  round++;
  hurry?.();
  state.thinking = null;
  const now = await look(view);
  if (!now || now.to_act === null) return;
  state.view = now;
  state.shown = now.view.trick;
  state.gathered = false;
  const player = now.players[now.to_act]!.player;
  const values = await ask<Values>({ type: 'hint', table: view.table, player, ms: 500 }).catch(failed);
  if (values && state.view?.at === values.at) state.values = values;
}

export function analyseRecord(record: string, at: number | null = null): void {
  state.record = record;
  state.recordAt = at;
  state.screen = 'analyse';
}

// A call of this table as words and marks.
export const labelOf = (call: string) =>
  callPieces(call, state.view?.name ?? '', face(), state.settings.language, state.view?.view.phase);
