import { type Recorded, Rejected } from '#domain/shared/decider.ts';
import { listing } from '#domain/listing/decider.ts';
import type { HeldItem, ListingEvent } from '#domain/listing/events.ts';
import type { Corrections, Decided } from '#domain/review/review.contract.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import type { Handle, Sender } from '#server/platform/commands/handle.ts';
import { Problem } from '#server/platform/http/middleware/problem.ts';
import { loadGazetteer } from '#server/modules/geo/index.ts';
import type { Intake } from '../pipeline/intake.ts';
import type { ShownDeps } from '../pipeline/shown.ts';
import type { Sellers } from '../owner-offers/sellers.ts';
import { correctedFacts, correctedFields } from './corrected.ts';

type Decision = { id: string; decision: 'accept' | 'reject'; corrections: Corrections };
type RejectDeps = { handle: Handle; caughtUp: ShownDeps['caughtUp']; sellers: Pick<Sellers, 'forget'> };
export type DecideDeps = RejectDeps & { events: Pick<EventStore, 'head' | 'read'>; intake: Pick<Intake, 'admit'> };

/** Settles a held item for good. Throws Problem 404 and 400, and Rejected if it was settled meanwhile. */
export async function decide(deps: DecideDeps, { id, decision, corrections }: Decision, sender: Sender) {
  const { events, caughtUp, intake } = deps;
  const past = (await events.read(`listing-${id}`)).events as Recorded<ListingEvent>[]; // listing streams have no others
  const held = past.findLast((event) => event.type === 'ListingHeld')?.data;
  if (held === undefined) throw new Problem(404, 'No such listing in the review');
  const isAgain = past.some(({ metadata }) => metadata.commandId === sender.commandId);
  if (decision === 'reject') return await reject(deps, held, sender);
  if (!isAgain) refuseSettled(past);
  const facts = { listingId: id, ...correctedFacts(held, corrections, await loadGazetteer()) };
  const { isRepost } = await intake.admit({ facts, corrected: correctedFields(held, corrections) }, sender);
  await caughtUp(await events.head());
  return { id, decision, ...(isRepost && { isRepost }) } satisfies Decided;
}

async function reject(
  { handle, caughtUp, sellers }: RejectDeps,
  { listingId: id, item }: Held,
  sender: Sender,
): Promise<Decided> {
  const title = typeof item['title'] === 'string' ? item['title'] : 'A listing';
  const { position } = await handle(
    listing,
    `listing-${id}`,
    { type: 'Reject', data: { listingId: id, title } },
    sender,
  );
  await sellers.forget(id);
  await caughtUp(position);
  return { id, decision: 'reject' };
}

type Held = { listingId: string } & HeldItem;

/** Refuses a settled item before its missing fields are asked for. Throws Rejected. */
function refuseSettled(past: ListingEvent[]): void {
  const state = past.reduce(listing.evolve, listing.initialState);
  if (state.status !== 'held') throw new Rejected('listing-not-held');
}
