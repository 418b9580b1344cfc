import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { DomainEvent } from '#domain/event-catalog/events.ts';
import { projections } from '#projections/all.ts';
import { openSqliteViewStore } from '#projections/store/sqlite/sqlite.ts';
import {
  toMarchNoon,
  userDeleted,
  alertsDelivered,
  listingFound,
  alertsMatched,
  userRegistered,
} from '#projections/testing/example-events.ts';
import type { Fact } from '#projections/testing/project-view.ts';
import type { UserDoc } from '#projections/users.ts';
import type { VisitorDoc } from '#projections/visitors.ts';
import { createTestFolder } from '#server/lib/testing/temporary-folder.ts';
import { generateLog } from '../../../../../tools/bench/data/generate-log.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import { openSqliteEventStore } from '#server/platform/event-store/sqlite/sqlite.ts';
import { computeViewDigest } from '#server/platform/projector/view-digest.ts';
import { rebuildViews } from '#server/platform/projector/rebuild.ts';
import { openReadOnlyViews, scratchViewsFile } from '#server/platform/storage/scratch-views.ts';
import { readManifest } from './copy-folder.ts';
import { replayViews } from './replay-views.ts';

let root: string;
let targetDir: string;
let events: EventStore;
beforeEach(() => {
  root = createTestFolder();
  targetDir = join(root, 'copy');
  events = openSqliteEventStore(join(root, 'events.sqlite'));
});
afterEach(() => events.close());

const replayed = (position: number) =>
  replayViews({
    events,
    projections,
    moment: { position },
    endTime: String(position),
    targetDir,
    onProgress: () => undefined,
  });

/** Each in a stream of its own, on days of March 2026. */
async function append(...facts: [date: number, Fact][]) {
  for (const [date, { type, data, actor = 'system' }] of facts) {
    const metadata = { actor, commandId: 'c', correlationId: 'c', at: toMarchNoon(date) };
    await events.append(randomUUID(), [{ id: randomUUID(), type, data }], -1, metadata);
  }
}

const visit = (visitId: string): DomainEvent => ({
  type: 'VisitRecorded',
  data: {
    visitId,
    ipAddress: '203.0.113.9',
    userAgent: 'Mozilla',
    referrer: null,
    state: 'MI',
    city: 'Detroit',
    country: 'USA',
  },
});

async function digests(views: Parameters<typeof computeViewDigest>[0]) {
  const found = await Promise.all(
    projections.map(async ({ view }) => [view, await computeViewDigest(views, view)] as const),
  );
  return Object.fromEntries(found);
}

it('A replayed copy equals a rebuild of the log truncated at that position, byte for byte', async () => {
  await generateLog(events, 3_000);
  await replayed(1_800);
  const part = openSqliteEventStore(join(root, 'part.sqlite'));
  for (const { stream, revision, metadata, ...event } of await events.readAll(0 as never, 1_800)) {
    await part.append(stream, [event], revision - 1, metadata);
  }
  const views = openSqliteViewStore(join(root, 'rebuilt.sqlite'));
  await rebuildViews({ events: part, views, projections });
  const copy = openReadOnlyViews(targetDir);
  const here = await digests(copy);
  expect(here).toEqual(await digests(views));
  expect(here['users']?.documents).toBeGreaterThan(100);
  await Promise.all([copy.close(), views.close(), part.close()]);
});

it('A replayed copy names its moment, and is left read-only', async () => {
  await append([1, userRegistered('ann')], [2, userRegistered('bob')], [3, userRegistered('cat')]);
  await replayViews({
    events,
    projections,
    endTime: toMarchNoon(2),
    targetDir,
    onProgress: () => undefined,
    moment: { time: Date.parse(toMarchNoon(2)) },
  });
  expect(readManifest(targetDir)).toMatchObject({
    state: 'ready',
    until: toMarchNoon(2),
    position: 2,
    at: toMarchNoon(2),
  });
  expect(readdirSync(targetDir).toSorted()).toEqual(['copy.json', 'views.sqlite']);
  for (const name of readdirSync(targetDir)) expect(statSync(join(targetDir, name)).mode & 0o777).toBe(0o400);
});

it('A replayed copy is empty before the first event', async () => {
  await append([2, userRegistered('ann')]);
  expect(await replayed(0)).toMatchObject({ position: 0, at: null });
  const copy = openReadOnlyViews(targetDir);
  expect(await copy.count('users')).toBe(0);
  await copy.close();
});

it('A replayed copy holds nothing that was erased since', async () => {
  await append(
    [1, userRegistered('ann')],
    [1, userRegistered('bob')],
    [2, visit('1')],
    [2, listingFound('l', 1)],
    [2, alertsMatched('l', 0, 'ann')],
  );
  await append([3, alertsDelivered('l', 0, toMarchNoon(3), 'ann')], [4, userDeleted('bob')]);
  const views = openSqliteViewStore(join(root, 'views.sqlite'));
  await rebuildViews({ events, views, projections });
  const { docs } = await views.list<VisitorDoc>('visitors', { limit: 1 });
  await append([5, { type: 'VisitsForgotten', data: { ids: docs.map(({ id }) => id) } }]);
  await views.close();

  await replayed(6);
  const copy = openReadOnlyViews(targetDir);
  expect(await copy.get<UserDoc>('users', 'ann')).toMatchObject({ email: 'ann@x.com' });
  expect(await copy.get<UserDoc>('users', 'bob')).toMatchObject({ email: '[erased]', emailKey: '[erased]' });
  expect((await copy.list<VisitorDoc>('visitors', { limit: 1 })).docs).toMatchObject([
    { ipAddress: null, state: 'MI' },
  ]);
  await copy.close();
});

it('A replayed copy starts from scratch where it was interrupted, and touches nothing else', async () => {
  await append([1, userRegistered('ann')]);
  const broken = new Error('the log is away');
  const breaking = { ...events, readAll: () => Promise.reject(broken) };
  const given = { projections, moment: { position: 1 }, endTime: '1', targetDir, onProgress: () => undefined };
  await expect(replayViews({ ...given, events: breaking })).rejects.toThrow('away');
  expect(() => readManifest(targetDir)).toThrow('is not finished');
  await replayed(1);
  await expect(replayed(1)).rejects.toThrow(/holds a copy as of .* already: name a new folder/);
  expect(existsSync(join(targetDir, scratchViewsFile))).toBe(true);

  const other = join(root, 'other');
  mkdirSync(other);
  writeFileSync(join(other, 'letter.txt'), '');
  await expect(replayViews({ ...given, events, targetDir: other })).rejects.toThrow('is not empty: name a new folder');
  expect(() => readManifest(other)).toThrow('holds no copy');
});
