// One interface to whoever plays the tables: the worker beside the page, or a server. Both speak
// the messages of docs/web_protocol.md.

import { EngineError, type Refusal } from './protocol';

export interface Engine {
  // One message, one answer. A refusal is an EngineError with its code and reason.
  ask<T>(message: { type: string; [key: string]: unknown }): Promise<T>;
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
  worker.onmessage = (e: MessageEvent<{ id: number; text?: string; failed?: string }>) => {
    const who = waiting.get(e.data.id);
    waiting.delete(e.data.id);
    if (e.data.text !== undefined) who?.done(e.data.text);
    else who?.failed(new EngineError('failed', e.data.failed ?? 'the engine stopped'));
  };
  worker.onerror = (e) => {
    for (const who of waiting.values()) who.failed(new EngineError('failed', e.message));
    waiting.clear();
  };
  return {
    ask: async (message) => {
      const id = ++asked;
      const text = await new Promise<string>((done, failed) => {
        waiting.set(id, { done, failed });
        worker.postMessage({ id, text: JSON.stringify({ v: 1, ...message }) });
      });
      return answered(text);
    },
  };
}

function httpEngine(): Engine {
  return {
    ask: async (message) => {
      let text: string;
      try {
        const reply = await fetch('engine', { method: 'POST', body: JSON.stringify({ v: 1, ...message }) });
        text = await reply.text();
      } catch {
        throw new EngineError('lost', 'no connection');
      }
      return answered(text);
    },
  };
}

export const openEngine = (): Engine => (__ENGINE__ === 'worker' ? workerEngine() : httpEngine());
