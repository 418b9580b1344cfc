import { type Recorded, Rejected } from '#domain/decider.ts';
import { listing } from '#domain/listing/decider.ts';
import type { HeldItem, ListingEvent } from '#domain/listing/events.ts';
import type { Corrections, Decided } from '#domain/listing/review.contract.ts';
import type { Context } from '../context.ts';
import type { Sender } from '../handle.ts';
import { Problem } from '../http/problem.ts';
import type { Intake } from '../intake/intake.ts';
import { correctedFacts, correctedFields } from './corrected.ts';

type Decision = { id: string; decision: 'accept' | 'reject'; corrections: Corrections };
type Parts = { context: Context; intake: Intake };

/** Settles a held item for good. Throws Problem 404, 400 and Rejected where somebody was faster. */
export async function decide({ context, intake }: Parts, { id, decision, corrections }: Decision, sender: Sender) {
  const { events, caughtUp } = context;
  const past = (await events.read(`listing-${id}`)).events as Recorded<ListingEvent>[]; // listing streams have no others
  const held = past.findLast((event) => event.type === 'ListingHeld')?.data;
  if (held === undefined) throw new Problem(404, 'No such listing in the review');
  const isAgain = past.some(({ metadata }) => metadata.commandId === sender.commandId);
  if (decision === 'reject') return await reject(context, held, sender);
  if (!isAgain) refuseSettled(past);
  const { loadGazetteer } = await import('../scout/gazetteer.ts');
  const facts = { listingId: id, ...correctedFacts(held, corrections, await loadGazetteer()) };
  const { isRepost } = await intake.admit({ facts, corrected: correctedFields(held, corrections) }, sender);
  await caughtUp(await events.head());
  return { id, decision, ...(isRepost && { isRepost }) } satisfies Decided;
}

async function reject(
  { handle, caughtUp, sellers }: Context,
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

/** Before a field is asked for that nobody needs any more. */
function refuseSettled(past: ListingEvent[]): void {
  const state = past.reduce(listing.evolve, listing.initialState);
  if (state.status !== 'held') throw new Rejected('listing-not-held');
}
