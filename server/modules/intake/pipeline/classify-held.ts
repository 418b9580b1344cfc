import { listingStream } from '#domain/event-catalog/streams.ts';
import { listing } from '#domain/listing/decider.ts';
import type { ParsedItem } from '#domain/intake/parsed-item.ts';
import { combineVerdicts } from '#domain/classification/combine-verdicts.ts';
import { readState } from '#server/platform/commands/read-state.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import type { ClassifyWithLlm } from '../llm-classifier/llm-classifier.ts';

type ParsedHeldItem = Extract<ParsedItem, { kind: 'held' }>;

/**
 * Classifies with the LLM what the rules could not; an item that an admin has decided, or that was found, stays
 * unchanged.
 */
export function createHeldClassifier(events: EventStore, ask: ClassifyWithLlm) {
  const isOpen = async (listingId: string) => {
    const { status } = await readState(events, listing, listingStream(listingId));
    return status === 'unknown' || status === 'held';
  };

  return async (heldItem: ParsedHeldItem): Promise<ParsedItem> => {
    const { doubt, data } = heldItem;
    if (doubt === undefined || !(await isOpen(data.listingId))) return heldItem;
    const verdict = combineVerdicts(doubt.listingText, doubt.verdict, await ask(doubt.listingText));
    if (verdict.verdict === 'reject') {
      const quotes = [...doubt.facts.reasons, ...doubt.verdict.reasons];
      return { kind: 'rejected', reason: verdict.reason, quotes };
    }
    if (verdict.verdict === 'review') return heldItem;
    const { propertyType, reasons } = verdict;
    const { facts } = doubt;
    return { kind: 'listing', data: { ...facts, propertyType, reasons: [...facts.reasons, ...reasons] } };
  };
}
