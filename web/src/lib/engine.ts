// One interface to whoever plays the tables: the worker beside the page, or a server. Both speak
// the messages of docs/web_protocol.md.

import { EngineError, type Joined, type Notice, type Refusal } from './protocol';

export type Message = { type: string; [key: string]: unknown };

export interface Engine {
  // One message, one answer. A refusal is an EngineError with its code and reason.
  ask<T>(message: Message): Promise<T>;
  onNotice?: (notice: Notice) => void;

  // The rest is for a server, which keeps the tables itself and seats several people.
  keepsTables: boolean;
  join?: (key: string) => Promise<Joined>;
  // The seat of this key is taken again when a connection was lost.
  holdSeat?: (key: string) => void;
  leaveSeat?: (key: string) => void;
  onLink?: (up: boolean) => void;
}

function answered<T>(text: string): T {
  const message = JSON.parse(text) as T | Refusal;
  const type = (message as Refusal).type;
  if (type === 'error') throw new EngineError((message as Refusal).code, (message as Refusal).reason);
  return message as T;
}

function workerEngine(): Engine {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, { done: (text: string) => void; failed: (e: Error) => void }>();
  let asked = 0;
  worker.onmessage = (e: MessageEvent<{ id: number; text?: string; failed?: string; notice?: Notice }>) => {
    if (e.data.notice) return engine.onNotice?.(e.data.notice);
    const who = waiting.get(e.data.id);
    waiting.delete(e.data.id);
    if (e.data.text !== undefined) who?.done(e.data.text);
    else who?.failed(new EngineError('failed', e.data.failed ?? 'the engine stopped'));
  };
  worker.onerror = (e) => {
    for (const who of waiting.values()) who.failed(new EngineError('failed', e.message));
    waiting.clear();
  };
  const engine: Engine = {
    keepsTables: false,
    ask: async (message) => {
      const id = ++asked;
      const text = await new Promise<string>((done, failed) => {
        waiting.set(id, { done, failed });
        worker.postMessage({ id, text: JSON.stringify({ v: 1, ...message }) });
      });
      return answered(text);
    },
  };
  return engine;
}

// The server's tables, by WebSocket. A lost connection is opened again, and the seats taken again.
function serverEngine(): Engine {
  const waiting = new Map<number, { done: (text: string) => void; failed: (e: Error) => void }>();
  const keys = new Set<string>();
  let asked = 0;
  let socket: Promise<WebSocket> | null = null;
  let pause = 250;

  const lost = () => new EngineError('lost', 'no connection');
  const send = (to: WebSocket, message: Message): Promise<string> =>
    new Promise((done, failed) => {
      waiting.set(++asked, { done, failed });
      to.send(JSON.stringify({ v: 1, re: asked, ...message }));
    });

  function open(): Promise<WebSocket> {
    return new Promise((ready, failed) => {
      const one = new WebSocket(new URL('ws', location.href.replace(/^http/, 'ws').replace(/#.*$/, '')));
      one.onopen = async () => {
        await Promise.all([...keys].map((key) => send(one, { type: 'join', key }).catch(() => '')));
        pause = 250;
        ready(one);
        engine.onLink?.(true);
      };
      one.onmessage = (e: MessageEvent<string>) => {
        const message = JSON.parse(e.data) as { re?: number };
        const who = waiting.get(message.re ?? 0);
        if (!who) return engine.onNotice?.(message as Notice);
        waiting.delete(message.re!);
        who.done(e.data);
      };
      one.onclose = () => {
        failed(lost());
        for (const who of waiting.values()) who.failed(lost());
        waiting.clear();
        engine.onLink?.(false);
        socket = new Promise((again) => setTimeout(() => again(open()), pause));
        socket.catch(() => {});
        pause = Math.min(5000, pause * 2);
      };
    });
  }
  // Back from sleep, or with a network again: at once.
  addEventListener('online', () => (pause = 250));

  const engine: Engine = {
    keepsTables: true,
    join: async (key) => {
      socket ??= open();
      const joined = answered<Joined>(await send(await socket, { type: 'join', key }));
      keys.add(joined.key ?? key);
      return joined;
    },
    holdSeat: (key) => keys.add(key),
    leaveSeat: (key) => keys.delete(key),
    ask: async (message) => {
      socket ??= open();
      return answered(await send(await socket, message));
    },
  };
  return engine;
}

export const openEngine = (): Engine => (__ENGINE__ === 'worker' ? workerEngine() : serverEngine());
