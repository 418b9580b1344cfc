import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { alert } from '#domain/alert/decider.ts';
import { createMatchCommand, exampleListing } from '#domain/alert/testing/examples.ts';
import { alertStream, listingStream, userStream } from '#domain/event-catalog/streams.ts';
import { listing } from '#domain/listing/decider.ts';
import type { UserCommand } from '#domain/user/commands.ts';
import { user } from '#domain/user/decider.ts';
import { emptyFilters } from '#domain/user/state.ts';
import { createMemberIndex } from '#server/modules/alerts/member-index/members.ts';
import { createDigestQueue } from '#server/modules/alerts/matching/digests.ts';
import { sampleFacts } from '#server/modules/alerts/matching/testing/sample-listing.ts';
import { createZoneLookup } from '#server/modules/alerts/matching/time-zones.ts';
import { loadGazetteer } from '#server/modules/geo/index.ts';
import { startTestSmtpServer } from '#server/modules/alerts/channels/email/testing/smtp-server.ts';
import { createCommandHandler } from '#server/platform/commands/command-handler.ts';
import type { Stores } from '#server/platform/storage/stores.ts';
import { createFolder, fillFolder } from '../data/fill-folder.ts';
import { readDelay, waitUntilIdle } from '../process.ts';
import { type BenchResult, createResult } from '../result.ts';
import type { Bench } from '../setup.ts';

const memberCount = 200;
const membersPerListing = 25;
const listingsAtOnce = 100;
const matchedAt = '2026-03-10T15:00:00.000Z';
/** 07:00 in Detroit. */
const morning = '2026-03-11T11:00:00.000Z';
const beforeMorningMs = 3_000;
const timeoutMs = 400_000;

/** The time from 07:00 until each of 200 members has the mail with their waiting alerts. */
export async function measureMorning(alerts: number, bench: Bench): Promise<BenchResult[]> {
  const dataDir = await createFolder(bench);
  await fillFolder(dataDir, (stores) => addWaitingAlerts(stores, Math.ceil(alerts / membersPerListing)));
  const smtp = await startTestSmtpServer();
  const times: number[] = [];
  const { push } = smtp.accepted;
  smtp.accepted.push = (...mails) => {
    times.push(performance.now());
    return push.apply(smtp.accepted, mails);
  };
  const clockFile = join(dataDir, 'clock');
  await writeFile(clockFile, '2026-03-11T10:00:00.000Z');
  const product = await bench.startProduct(dataDir, {
    NODE_ENV: 'test',
    CLOCK_FILE: clockFile,
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
  });
  await waitUntilIdle(product);
  await readDelay(product.url);
  await writeFile(clockFile, new Date(Date.parse(morning) - beforeMorningMs).toISOString());
  const begun = performance.now() + beforeMorningMs;
  while (times.length < memberCount && performance.now() < begun + timeoutMs) await setTimeout(50);
  const { longest } = await readDelay(product.url);
  const receivers = new Set(smtp.accepted.flatMap(({ to }) => to));
  await smtp.close();
  const secondsOf = (time: number | undefined) => ((time ?? Number.NaN) - begun) / 1000;
  return [
    createResult({
      name: `07:00 to the last mail, ${alerts} alerts of ${memberCount} members`,
      value: secondsOf(times.at(-1)),
      unit: 's',
      better: 'lower',
      limit: 60,
      conditions: [
        { what: 'first mail', value: secondsOf(times[0]), atMost: 5, unit: 's' },
        { what: 'longest delay', value: longest, atMost: 100, unit: 'ms' },
        { what: 'missed', value: memberCount - receivers.size, atMost: 0 },
        { what: 'doubled', value: times.length - receivers.size, atMost: 0 },
      ],
      detail: { firstSeconds: secondsOf(times[0]), longestMs: longest, mails: times.length },
    }),
  ];
}

async function addWaitingAlerts({ events, documents }: Stores, listingCount: number): Promise<void> {
  const handle = createCommandHandler(events, () => new Date(matchedAt));
  const gazetteer = await loadGazetteer();
  const changes = { zipCode: '48201', notificationPreference: 'daily' } as const;
  const sender = () => ({ actor: 'system', commandId: randomUUID() });
  const userIds = Array.from({ length: memberCount }, () => randomUUID());
  for (const userId of userIds) {
    const tell = (command: UserCommand) => handle(user, userStream(userId), command, sender());
    await tell({ type: 'Register', data: { userId, email: `${userId}@example.com`, role: 'none' } });
    await tell({ type: 'UpdateFilters', data: { userId, changes } });
    await tell({ type: 'ActivateMembership', data: { userId, now: matchedAt } });
  }
  const members = createMemberIndex(gazetteer);
  for (const userId of userIds) members.set(userId, { ...emptyFilters, ...changes });
  const digests = createDigestQueue({ documents, members, zoneOf: createZoneLookup(gazetteer) });
  const addListing = async (index: number) => {
    const listingId = randomUUID();
    const at = matchedAt;
    const matchedIds = Array.from(
      { length: membersPerListing },
      (_, n) => userIds[(index * membersPerListing + n * 7 + index) % memberCount] ?? '',
    );
    const link = `https://listings.example.com/${index}`;
    const listingData = { listingId, ...sampleFacts, link, title: `Inherited house ${index}`, price: 45_000 };
    await handle(listing, listingStream(listingId), { type: 'Find', data: listingData }, { ...sender(), isNew: true });
    const match = createMatchCommand({
      listingId,
      userIds: matchedIds,
      mode: 'daily',
      at,
      listing: { ...exampleListing, link, title: listingData.title },
    });
    const { position } = await handle(alert, alertStream(listingId, 0), match, { ...sender(), isNew: true });
    await digests.add({
      listingId,
      n: 0,
      position,
      at,
      foundAt: at,
      members: matchedIds.map((userId) => ({ userId })),
    });
  };
  for (let from = 0; from < listingCount; from += listingsAtOnce) {
    const count = Math.min(listingsAtOnce, listingCount - from);
    await Promise.all(Array.from({ length: count }, (_, n) => addListing(from + n)));
  }
}
