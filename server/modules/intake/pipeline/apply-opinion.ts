import { listingStream } from '#domain/event-catalog/streams.ts';
import { isSameItem, listing } from '#domain/listing/decider.ts';
import type { Listing } from '#domain/listing/state.ts';
import type { ParsedItem } from '#domain/intake/parsed-item.ts';
import { combineVerdicts, hasOpinion } from '#domain/classification/second-opinion/combine-verdicts.ts';
import { readState } from '#server/platform/commands/read-state.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import type { ClassifyWithLlm } from '../llm-classifier/llm-classifier.ts';

/** Where an opinion may change something: what was held by the rules stays as a person decided. */
const openStates: Record<'held' | 'listing', readonly Listing['status'][]> = {
  held: ['unknown', 'held'],
  listing: ['unknown', 'held', 'dismissed'],
};

/**
 * Asks the LLM about an item that the rules hold, or accept narrowly: its opinion may hold it, and says so to the
 * reviewer. An item that was found stays as it is, as does one that was held or decided with an opinion before.
 */
export function createOpinionStep(events: EventStore, ask: ClassifyWithLlm) {
  return async (parsed: ParsedItem): Promise<ParsedItem> => {
    if (parsed.kind === 'rejected' || parsed.doubt === undefined) return parsed;
    const { listingText, verdict, heldItem } = parsed.doubt;
    const state = await readState(events, listing, listingStream(heldItem.listingId));
    const before = 'held' in state && isSameItem(state.held, heldItem) ? state.held.reason : null;
    if (before !== null && hasOpinion(before, verdict)) return { kind: 'held', data: { ...heldItem, reason: before } };
    if (!openStates[parsed.kind].includes(state.status)) return parsed;
    const combined = combineVerdicts(listingText, verdict, await ask(listingText));
    return combined.verdict === 'review' ? { kind: 'held', data: { ...heldItem, reason: combined.reason } } : parsed;
  };
}
