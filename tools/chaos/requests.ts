import { randomUUID } from 'node:crypto';
import { delay } from '#server/lib/delay.ts';
import type { Answer } from './outcome.ts';

type Response = { status: number; text: string };
type Request = {
  method?: string;
  cookie?: string;
  headers?: Record<string, string>;
  body?: string | FormData;
  sign?: () => Record<string, string>;
};
export type Requests = ReturnType<typeof createRequests>;

const timeoutMs = 15_000;
const retryMs = 250;
export const json = { 'content-type': 'application/json' };

/** Requests that are repeated under their key until the server has decided, each answer of which is measured. */
export function createRequests(url: () => string, ended: AbortSignal) {
  const answers: Answer[] = [];

  const measure = async (ask: () => Promise<Response>): Promise<Response> => {
    const at = performance.now();
    const answer = await ask().catch(() => ({ status: 0, text: '' }));
    answers.push({ at, tookMs: performance.now() - at, status: answer.status });
    return answer;
  };
  /** The first answer that is no failure of the server; one of status 0 where there is none before the end. */
  const repeat = async (ask: () => Promise<Response>): Promise<Response> => {
    for (;;) {
      const answer = await measure(ask);
      if (answer.status > 0 && answer.status < 500) return answer;
      if (ended.aborted) return { status: 0, text: '' };
      await delay(retryMs, ended);
    }
  };
  const send = (path: string, { method = 'POST', cookie = '', headers = {}, body, sign }: Request = {}) => {
    const fixed = { cookie, 'idempotency-key': randomUUID(), ...headers };
    return repeat(async () => {
      const signal = AbortSignal.timeout(timeoutMs);
      const init = { method, headers: { ...fixed, ...sign?.() }, signal, ...(body !== undefined && { body }) };
      const response = await fetch(url() + path, init);
      return { status: response.status, text: await response.text() };
    });
  };
  return { answers, send };
}
