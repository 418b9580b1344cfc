import { listingStream } from '#domain/event-catalog/streams.ts';
import { Rejected } from '#domain/shared/decider.ts';
import { listing } from '#domain/listing/decider.ts';
import type { HeldItem, ListingEvent } from '#domain/listing/events.ts';
import type { Corrections, ReviewDecision } from '#domain/review.contract.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import type { CommandHandler, CommandMetadata } from '#server/platform/commands/command-handler.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import { recordWritePosition } from '#server/platform/http/routing/write-position.ts';
import { loadGazetteer } from '#server/modules/geo/index.ts';
import type { LoadedWeights } from '../judging/weights.ts';
import type { Intake } from '../pipeline/intake.ts';
import type { Sellers } from '../owner-offers/seller-contacts.ts';
import { applyCorrections, listCorrectedFields } from './apply-corrections.ts';

type Decision = { id: string; decision: 'accept' | 'reject'; corrections?: Corrections; reason?: string };
type RejectDeps = { handle: CommandHandler; sellers: Pick<Sellers, 'remove'> };
export type DecideReviewDeps = RejectDeps & {
  events: Pick<EventStore, 'head' | 'read'>;
  intake: Pick<Intake, 'admit'>;
  weights: Pick<LoadedWeights, 'table'>;
};

/** Settles a held item permanently. Throws HttpError 404 and 400, and Rejected if it was settled in the meantime. */
export async function decideReview(
  deps: DecideReviewDeps,
  { id, decision, corrections = { propertyType: undefined }, reason }: Decision,
  sender: CommandMetadata,
) {
  const { events, intake, weights } = deps;
  const past = (await events.read(listingStream(id))).events;
  const reviewSender = { ...sender, channel: 'review' } as const;
  const heldItem = past.findLast((event) => event.type === 'ListingHeld')?.data;
  if (heldItem === undefined) throw new HttpError(404, 'No such listing in the review');
  const isRepeated = past.some(({ metadata }) => metadata.commandId === sender.commandId);
  if (decision === 'reject') return await rejectListing(deps, { ...heldItem, rejectReason: reason }, reviewSender);
  if (!isRepeated) assertHeld(past);
  const gazetteer = await loadGazetteer();
  const facts = { listingId: id, ...applyCorrections(heldItem, corrections, { gazetteer, table: weights.table }) };
  const { isRepost } = await intake.admit(
    { facts, corrected: listCorrectedFields(heldItem, corrections) },
    reviewSender,
  );
  recordWritePosition(await events.head());
  return { id, decision, ...(isRepost && { isRepost }) } satisfies ReviewDecision;
}

async function rejectListing(
  { handle, sellers }: RejectDeps,
  { listingId: id, item, rejectReason: reason }: HeldListing & { rejectReason: string | undefined },
  sender: CommandMetadata,
): Promise<ReviewDecision> {
  const title = typeof item['title'] === 'string' ? item['title'] : 'A listing';
  const data = { listingId: id, title, ...(reason !== undefined && { reason }) };
  await handle(listing, listingStream(id), { type: 'Reject', data }, sender);
  await sellers.remove(id);
  return { id, decision: 'reject' };
}

type HeldListing = { listingId: string } & HeldItem;

/** Refuses a settled item before its missing fields are reported. Throws Rejected. */
function assertHeld(past: ListingEvent[]): void {
  const state = past.reduce(listing.evolve, listing.initialState);
  if (state.status !== 'held') throw new Rejected('listing-not-held');
}
