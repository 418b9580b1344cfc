import type { LlmOpinion } from '#domain/classification/second-opinion/llm-opinion.contract.ts';
import { isInjectionAttempt } from '#domain/classification/second-opinion/combine-verdicts.ts';
import type { ListingText } from '#domain/classification/verdict.ts';
import type { DocumentDeps } from '#server/platform/modules/platform.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';
import { createDailyBudget } from './daily-budget.ts';
import type { LlmConfig } from '#server/platform/config/llm-config.ts';
import { createBreakerState } from './breaker-state.ts';

/** A second opinion on a listing, null if none is available; never throws, and resolves in bounded time. */
export type ClassifyWithLlm = (listingText: ListingText) => Promise<LlmOpinion | null>;

/** Further items wait for review instead of queueing here, so that the intake is not delayed. */
const maxConcurrentCalls = 8;
const defaultTimeoutMs = 8000;
const maxCachedOpinions = 2000;

type LlmClassifierDeps = DocumentDeps & { model: LlmConfig; timeout?: number };

/** Asks within the budget, and not while the endpoint fails. Asks about the same text once. */
export function createLlmClassifier({
  model,
  documents,
  clock,
  log,
  timeout = defaultTimeoutMs,
}: LlmClassifierDeps): ClassifyWithLlm {
  const breaker = createCircuitBreaker(clock);
  const budget = createDailyBudget(documents, clock, model.dailyCalls);
  const state = createBreakerState({ documents, clock, log });
  const cache = new Map<string, LlmOpinion>();
  let activeCalls = 0;

  const callModel = async (listingText: ListingText): Promise<LlmOpinion | null> => {
    if (!(await budget.spend())) return null;
    // Loads an HTTP client, which a process without a model does not need.
    const { askModel } = await import('./client.ts');
    const opinion = await askModel(listingText, { model, timeout });
    breaker.recordSuccess();
    state.recordClosed();
    return opinion;
  };

  const onFailure = (error: unknown) => {
    breaker.recordFailure();
    if (breaker.isOpen()) state.recordOpen();
    log.warn({ reason: error instanceof Error ? error.message : 'unknown' }, 'LLM classification failed');
  };

  return async (listingText) => {
    const key = JSON.stringify([listingText.title, listingText.details, listingText.price]);
    const before = cache.get(key);
    if (before !== undefined) return before;
    if (activeCalls >= maxConcurrentCalls || isInjectionAttempt(listingText) || !breaker.allowsCall()) return null;
    activeCalls += 1;
    try {
      const opinion = await callModel(listingText);
      if (opinion !== null) cache.set(key, opinion);
      if (cache.size > maxCachedOpinions) cache.delete(cache.keys().next().value ?? '');
      return opinion;
    } catch (error) {
      onFailure(error);
      return null;
    } finally {
      activeCalls -= 1;
    }
  };
}
