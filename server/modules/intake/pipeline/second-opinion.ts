import type { Recorded } from '#domain/shared/decider.ts';
import { listing } from '#domain/listing/decider.ts';
import type { ListingEvent } from '#domain/listing/events.ts';
import { combine } from '#domain/classification/opinion.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import type { AskOpinion } from '../llm-classifier/ask.ts';
import type { Understood } from './understand.ts';

type Held = Extract<Understood, { as: 'held' }>;

/** Settles by a second opinion what the rules could not judge; what a person has decided, or was found, stays so. */
export function secondOpinions(events: EventStore, ask: AskOpinion) {
  const isOpen = async (listingId: string) => {
    const past = (await events.read(`listing-${listingId}`)).events as Recorded<ListingEvent>[]; // it has no others
    const { status } = past.reduce(listing.evolve, listing.initialState);
    return status === 'unknown' || status === 'held';
  };

  return async (held: Held): Promise<Understood> => {
    const { doubt, data } = held;
    if (doubt === undefined || !(await isOpen(data.listingId))) return held;
    const verdict = combine(doubt.judged, doubt.verdict, await ask(doubt.judged));
    if (verdict.verdict === 'reject') return { as: 'rejected', reason: verdict.reason };
    if (verdict.verdict === 'review') return held;
    const { propertyType, reasons } = verdict;
    const { facts } = doubt;
    return { as: 'listing', data: { ...facts, propertyType, reasons: [...facts.reasons, ...reasons] } };
  };
}
