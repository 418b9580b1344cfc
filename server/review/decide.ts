import { type Recorded, Rejected } from '#domain/decider.ts';
import { type ListingCommand, listing } from '#domain/listing/decider.ts';
import type { HeldItem, ListingEvent } from '#domain/listing/events.ts';
import type { Corrections, Decided } from '#domain/listing/review.contract.ts';
import type { Context } from '../context.ts';
import type { Sender } from '../handle.ts';
import { Problem } from '../http/problem.ts';
import { correctedFacts, correctedFields } from './corrected.ts';

type Decision = { id: string; decision: 'accept' | 'reject'; corrections: Corrections };

/** Settles a held item for good. Throws Problem 404, 400 and Rejected where somebody was faster. */
export async function decide(context: Context, { id, decision, corrections }: Decision, sender: Sender) {
  const { events, handle, caughtUp } = context;
  const stream = `listing-${id}`;
  const past = (await events.read(stream)).events as Recorded<ListingEvent>[]; // listing streams have no others
  const held = past.findLast((event) => event.type === 'ListingHeld')?.data;
  if (held === undefined) throw new Problem(404, 'No such listing in the review');
  const isAgain = past.some(({ metadata }) => metadata.commandId === sender.commandId);
  if (!isAgain) {
    const command = decision === 'reject' ? rejection(held) : await acceptance(held, past, corrections);
    const { position } = await handle(listing, stream, command, sender);
    await caughtUp(position);
  }
  return { id, decision } satisfies Decided;
}

type Held = { listingId: string } & HeldItem;

function rejection({ listingId, item: { title } }: Held): ListingCommand {
  return { type: 'Reject', data: { listingId, title: typeof title === 'string' ? title : 'A listing' } };
}

async function acceptance(held: Held, past: ListingEvent[], corrections: Corrections): Promise<ListingCommand> {
  refuseSettled(past);
  const { loadGazetteer } = await import('../scout/gazetteer.ts');
  const facts = { listingId: held.listingId, ...correctedFacts(held, corrections, await loadGazetteer()) };
  return { type: 'Accept', data: { facts, corrected: correctedFields(held, corrections) } };
}

/** Before a field is asked for that nobody needs any more. */
function refuseSettled(past: ListingEvent[]): void {
  const state = past.reduce(listing.evolve, listing.initialState);
  if (state.status !== 'held') throw new Rejected('listing-not-held');
}
