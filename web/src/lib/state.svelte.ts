// The page is a function of one state; everything that changes it is a plain function below.
//
//   screen      which page: chooser, table, analysis
//   view        the last message about the table: all that is drawn of it comes from here
//   shown       the trick on the table, which stays a moment longer than the view has it
//   chosen      cards that are lifted: one to play with the keyboard, several to put away
//   note        one sentence for the player: a rule, a hint, a failure
//   thinking    the seat that is being waited for
//   settings    what the player likes; kept in the browser
//
// Legal actions come with the view. Nothing here knows a rule.

import { openEngine, type Engine } from './engine';
import { usualFace, type Face } from './cards';
import { discards } from './table';
import { isKey, text, usualLanguage, type Key, type Language } from './strings';
import { callPieces, plain, ruleText } from './words';
import { EngineError, type Beliefs, type GameInfo, type Hello, type Trick, type Values, type View } from './protocol';

export type Screen = 'games' | 'table' | 'analyse';

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
  panel: '' | 'menu' | 'sheet' | 'help' | 'last' | 'settings' | 'setup';
  resultOpen: boolean;
  record: string; // to be analysed
  settings: Settings;
}

const kept = 'mu.settings';
const savedTable = 'mu.table';

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
  resultOpen: false,
  record: '',
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

export async function begin(): Promise<void> {
  engine ??= openEngine();
  state.failure = '';
  try {
    state.hello = await engine.ask<Hello>({ type: 'hello' });
  } catch (e) {
    state.failure = e instanceof Error ? e.message : String(e);
  }
}

export const ask = <T>(message: { type: string; [key: string]: unknown }): Promise<T> => engine!.ask<T>(message);

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
  hush();
}

async function closeTable(): Promise<void> {
  round++;
  hurry?.();
  const name = state.view?.table;
  state.view = null;
  if (name) await ask({ type: 'close', table: name }).catch(() => {});
}

export function seedFromTime(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0]!;
}

export async function newTable(name: string, watching = false, seed = seedFromTime()): Promise<void> {
  const info = gameInfo(name)!;
  await closeTable();
  freshTable();
  changeSettings({ lastGame: name });
  state.watching = watching;
  state.paused = false;
  state.screen = 'table';
  const players = Number(state.settings.options[name]?.players ?? info.players);
  const me = watching ? -1 : Math.min(2, players - 1);
  const seats = Array.from({ length: players }, (_, k) => (k === me ? 'person' : state.settings.level));
  const mine = round;
  try {
    const view = await ask<View>({ type: 'new', game: gameSpec(name), seats, seed, dealer: seed % players, player: me });
    if (mine === round) await show(view);
  } catch (e) {
    state.screen = 'games';
    say(e instanceof Error ? e.message : String(e), 'failure');
  }
}

// The table of the last visit, if there is one.
export async function resumeTable(): Promise<boolean> {
  const saved = localStorage.getItem(savedTable);
  if (!saved) return false;
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
  if (!state.view) return;
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
  ask<View>({ type: 'see', table: view.table, player: view.player ?? -1, since: view.at }).catch(failed);

export async function backToTable(): Promise<void> {
  state.screen = 'table';
  const now = state.view && (await look(state.view));
  if (now) void show(now);
}

// Shows what has happened and lets the bots play until somebody here is asked.
async function show(first: View): Promise<void> {
  const mine = ++round;
  const pace = times[state.settings.speed];
  let view = first;
  while (true) {
    state.view = view;
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
      ask<View>({ type: 'step', table: view.table, player: view.player ?? -1, since: view.at }).catch((e) => failed(e)),
      wait(new_trick ? 0 : slow),
    ]);
    if (mine !== round || !next) return;
    view = next;
  }
}

function failed(e: unknown): null {
  const code = e instanceof EngineError ? e.code : '';
  say(code === 'lost' ? t('no_connection') : `${t('engine_failed')} (${e instanceof Error ? e.message : e})`, 'failure');
  state.thinking = null;
  return null;
}

// A failure is over: the table as it was kept.
export async function tryAgain(): Promise<void> {
  hush();
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
    if (e instanceof EngineError && (e.code === 'illegal' || e.code === 'malformed' || e.code === 'turn'))
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

export async function nextDeal(): Promise<void> {
  const view = state.view;
  if (!view) return;
  freshTable();
  try {
    void show(await ask<View>({ type: 'next', table: view.table, player: view.player ?? -1 }));
  } catch (e) {
    failed(e);
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
  const next = await ask<View>({ type: 'step', table: view.table, player: -1, since: view.at }).catch(failed);
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

export function analyseRecord(record: string): void {
  state.record = record;
  state.screen = 'analyse';
}

// A call of this table as words and marks.
export const labelOf = (call: string) =>
  callPieces(call, state.view?.name ?? '', face(), state.settings.language, state.view?.view.phase);
