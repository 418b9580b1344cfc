import { listing } from '#domain/listing/decider.ts';
import type { Context } from '../context.ts';
import type { Sender } from '../handle.ts';
import { Problem } from '../http/problem.ts';
import { current } from './current.ts';
import { listingOf, noSuchListing } from './found-listing.ts';

type Withdrawal = { id: string; reason: string };

/** Takes a listing back for who is not told of it yet; once more changes nothing. Throws Problem 404. */
export async function withdraw(context: Context, { id, reason }: Withdrawal, sender: Sender) {
  await current(context);
  const found = await listingOf(context.views, id);
  if (found === null) throw new Problem(404, noSuchListing);
  const command = { type: 'Withdraw' as const, data: { listingId: found.id, reason, byPerson: true } };
  const { position } = await context.handle(listing, `listing-${found.id}`, command, sender);
  await context.caughtUp(position);
  return { id: found.id, title: found.title, status: 'withdrawn' as const };
}
