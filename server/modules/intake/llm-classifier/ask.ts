import type { Logger } from 'pino';
import type { Opinion } from '#domain/classification/opinion.contract.ts';
import { speaksToMachines } from '#domain/classification/opinion.ts';
import type { Judged } from '#domain/classification/verdict.ts';
import type { Documents } from '#projections/store/port.ts';
import type { Clock } from '#server/lib/clock.ts';
import { createBreaker } from './breaker.ts';
import { createBudget } from './budget.ts';
import { askModel } from './client.ts';
import type { Model } from '#server/platform/config/opinion-config.ts';
import { openOpinionState } from './state.ts';

/** A second opinion of a listing, null where none is to be had; never throws, and answers in bounded time. */
export type AskOpinion = (judged: Judged) => Promise<Opinion | null>;

/** Others wait for a person rather than for their turn, so that an intake is not held up. */
const atOnce = 8;
const usualTimeout = 8000;
const remembered = 2000;

type Parts = { model: Model; documents: Documents; clock: Clock; log: Logger; timeout?: number };

/** Asks within the budget, and not while the endpoint fails. The same text is asked about once. */
export function openOpinions({ model, documents, clock, log, timeout = usualTimeout }: Parts): AskOpinion {
  const breaker = createBreaker(clock);
  const budget = createBudget(documents, clock, model.dailyCalls);
  const state = openOpinionState({ documents, clock, log });
  const known = new Map<string, Opinion>();
  let underWay = 0;

  const ask = async (judged: Judged): Promise<Opinion | null> => {
    if (!(await budget.spend())) return null;
    const opinion = await askModel(judged, { model, timeout });
    breaker.succeeded();
    state.closed();
    return opinion;
  };

  const failed = (error: unknown) => {
    breaker.failed();
    if (breaker.isOpen()) state.opened();
    log.warn({ reason: error instanceof Error ? error.message : 'unknown' }, 'No second opinion was to be had');
  };

  return async (judged) => {
    const key = JSON.stringify([judged.title, judged.details, judged.price]);
    const before = known.get(key);
    if (before !== undefined) return before;
    if (underWay >= atOnce || speaksToMachines(judged) || !breaker.admits()) return null;
    underWay += 1;
    try {
      const opinion = await ask(judged);
      if (opinion !== null) known.set(key, opinion);
      if (known.size > remembered) known.delete(known.keys().next().value ?? '');
      return opinion;
    } catch (error) {
      failed(error);
      return null;
    } finally {
      underWay -= 1;
    }
  };
}
