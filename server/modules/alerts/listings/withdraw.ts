import { listing } from '#domain/listing/decider.ts';
import type { Sender } from '#server/platform/commands/handle.ts';
import { Problem } from '#server/platform/http/middleware/problem.ts';
import { current } from './current.ts';
import type { ListingDeps } from './deps.ts';
import { listingOf, noSuchListing } from './found-listing.ts';

type WithdrawDeps = Pick<ListingDeps, 'views' | 'events' | 'handle' | 'caughtUp'>;
type Withdrawal = { id: string; reason: string };

/** Withdraws a listing: members who were not alerted yet never are. Idempotent. Throws Problem 404. */
export async function withdraw(deps: WithdrawDeps, { id, reason }: Withdrawal, sender: Sender) {
  await current(deps);
  const found = await listingOf(deps.views, id);
  if (found === null) throw new Problem(404, noSuchListing);
  const command = { type: 'Withdraw' as const, data: { listingId: found.id, reason, byPerson: true } };
  const { position } = await deps.handle(listing, `listing-${found.id}`, command, sender);
  await deps.caughtUp(position);
  return { id: found.id, title: found.title, status: 'withdrawn' as const };
}
