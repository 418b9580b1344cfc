import { randomUUID } from 'node:crypto';
import type { Recorded } from '#domain/shared/decider.ts';
import type { ListingEvent } from '#domain/listing/events.ts';
import type { ViewReader } from '#projections/store/port.ts';
import { findUser } from '#projections/users.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import { listingIdOf } from '#server/modules/intake/pipeline/identity.ts';
import type { Intake } from '#server/modules/intake/pipeline/intake.ts';
import { pause } from '#server/lib/pause.ts';
import { type Chunk, chunksOf } from '#server/modules/alerts/matching/chunks.ts';
import type { Offer } from './listing-generator/simulator.ts';
import { offerLine, type Told } from './lines.ts';

const source = 'simulator';
/** Alerts follow an accepted listing within milliseconds; after so many polls there are none. */
const looks = 20;
const betweenLooks = 50;

type FlowDeps = { events: EventStore; views: ViewReader };
type Parts = { context: FlowDeps; intake: Pick<Intake, 'take'>; next: () => Offer; say: (line: string) => void };

/** Sends made-up offers through the same intake as all others, and prints what becomes of each. */
export async function flow(
  { context, intake, next, say }: Parts,
  everyMs: number,
  stopped: AbortSignal,
): Promise<void> {
  while (!stopped.aborted) {
    const offer = next();
    const listingId = listingIdOf(source, offer.item);
    const before = (await chunksOf(context.events, listingId)).length;
    const result = await intake.take(source, [offer.item], { actor: `intake:${source}`, commandId: randomUUID() });
    const told = result.accepted === 1 ? await toldOf(context, listingId, before) : null;
    say(offerLine(offer, result, told));
    await pause(everyMs, stopped);
  }
}

async function toldOf({ events, views }: FlowDeps, listingId: string, before: number): Promise<Told | null> {
  const chunks = await alertsAfter(events, listingId, before);
  const { events: past } = await events.read(`listing-${listingId}`);
  const known = past as Recorded<ListingEvent>[]; // listing streams have no others
  const found = known.findLast((event) => event.type === 'ListingFound');
  if (found === undefined) return null;
  const repriced = known.findLast((event) => event.type === 'ListingRepriced');
  const waiting = new Set(chunks.flatMap((chunk) => chunk.waiting));
  const members = chunks.flatMap((chunk) => chunk.members);
  const names = async (userIds: string[]) => {
    const users = await Promise.all(userIds.map((userId) => findUser(views, userId)));
    return users.flatMap((user) => (user === null ? [] : [user.email.replace(/@.*/, '')]));
  };
  return {
    place: found.data.place,
    price: repriced?.data.price ?? found.data.price,
    atOnce: await names(members.filter((userId) => !waiting.has(userId))),
    later: await names([...waiting]),
  };
}

/** The alerts that were written since, once the last of them has been delivered. */
async function alertsAfter(events: FlowDeps['events'], listingId: string, before: number): Promise<Chunk[]> {
  let seen: Chunk[] = [];
  for (let look = 0; look < looks; look += 1) {
    const chunks = (await chunksOf(events, listingId)).slice(before);
    if (chunks.length > 0 && JSON.stringify(chunks) === JSON.stringify(seen)) return chunks;
    seen = chunks;
    await pause(betweenLooks);
  }
  return seen;
}
