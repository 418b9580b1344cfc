import { randomUUID } from 'node:crypto';
import { listingStream } from '#domain/event-catalog/streams.ts';
import { findUser } from '#projections/users.ts';
import { deriveListingId } from '#server/modules/intake/pipeline/listing-id.ts';
import type { Intake } from '#server/modules/intake/pipeline/intake.ts';
import { delay } from '#server/lib/delay.ts';
import { repeatUntilStopped } from '#server/lib/scheduler.ts';
import { type AlertBatch, readAlertBatches } from '#server/modules/alerts/matching/alert-batches.ts';
import type { Platform } from '#server/platform/modules/platform.ts';
import type { DemoOffer } from './listing-generator/listing-generator.ts';
import { renderOfferLine, type AlertSummary } from './lines.ts';

export const demoSource = 'simulator';
/** Alerts follow an accepted listing within milliseconds; after this many polls there are none. */
const maxPolls = 20;
const pollIntervalMs = 50;

type FlowDeps = Pick<Platform, 'events' | 'views'>;
type FlowOptions = {
  context: FlowDeps;
  intake: Pick<Intake, 'take'>;
  next: () => DemoOffer;
  printLine: (line: string) => void;
};

export function createDemoSender() {
  return { actor: `intake:${demoSource}`, commandId: randomUUID(), channel: 'simulator' } as const;
}

/** Sends generated offers through the same intake as all others, and prints the outcome of each. */
export async function runDemoFlow(
  { context, intake, next, printLine }: FlowOptions,
  everyMs: number,
  stopped: AbortSignal,
): Promise<void> {
  await repeatUntilStopped(stopped, async () => {
    const offer = next();
    const listingId = deriveListingId(demoSource, offer.item);
    const before = (await readAlertBatches(context.events, listingId)).length;
    const result = await intake.take(demoSource, [offer.item], createDemoSender());
    const summary = result.accepted === 1 ? await summarizeAlerts(context, listingId, before) : null;
    printLine(renderOfferLine(offer, result, summary));
    await delay(everyMs, stopped);
  });
}

async function summarizeAlerts(
  { events, views }: FlowDeps,
  listingId: string,
  before: number,
): Promise<AlertSummary | null> {
  const chunks = await waitForAlerts(events, listingId, before);
  const { events: listingEvents } = await events.read(listingStream(listingId));
  const found = listingEvents.findLast((event) => event.type === 'ListingFound');
  if (found === undefined) return null;
  const repriced = listingEvents.findLast((event) => event.type === 'ListingRepriced');
  const waiting = new Set(chunks.flatMap((chunk) => chunk.waiting.map(({ userId }) => userId)));
  const members = chunks.flatMap((chunk) => chunk.members);
  const names = async (userIds: string[]) => {
    const users = await Promise.all(userIds.map((userId) => findUser(views, userId)));
    return users.flatMap((user) => (user === null ? [] : [user.email.replace(/@.*/, '')]));
  };
  return {
    place: found.data.place,
    price: repriced?.data.price ?? found.data.price,
    immediate: await names(members.filter((userId) => !waiting.has(userId))),
    delayed: await names([...waiting]),
  };
}

/** The alerts written since, once the last of them has been delivered. */
async function waitForAlerts(events: FlowDeps['events'], listingId: string, before: number): Promise<AlertBatch[]> {
  let latest: AlertBatch[] = [];
  for (let poll = 0; poll < maxPolls; poll += 1) {
    const chunks = (await readAlertBatches(events, listingId)).slice(before);
    if (chunks.length > 0 && JSON.stringify(chunks) === JSON.stringify(latest)) return chunks;
    latest = chunks;
    await delay(pollIntervalMs);
  }
  return latest;
}
