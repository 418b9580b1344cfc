import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { userStream } from '#domain/event-catalog/streams.ts';
import type { Position } from '#domain/shared/decider.ts';
import { user } from '#domain/user/decider.ts';
import { loadMembers } from './load-members.ts';
import { createMemberIndex, findFiltersAt, type MemberIndex } from './members.ts';
import { startMatchingWorker } from '../matching/matching-worker.ts';
import { type TestStores, openTestStores } from '../matching/testing/test-stores.ts';
import { decodeSnapshot, encodeSnapshot } from './snapshot-format.ts';
import { openSnapshotFile, type SnapshotFile } from './snapshot-file.ts';

const stopped = new AbortController().signal;

let folder: string;
let path: string;
let testStores: TestStores;
let people: string[];
let snapshots: SnapshotFile;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'snapshot-'));
  path = join(folder, 'members.snapshot');
  testStores = await openTestStores();
  people = [];
  for (let n = 0; n < 8; n += 1)
    people.push(await testStores.member({ zipCode: n % 2 ? '48201' : '90001', maxPrice: 1000 * n }));
  people.push(
    await testStores.member({ notificationPreference: 'daily' }),
    await testStores.member({ zipCode: '00000' }),
  );
  snapshots = openSnapshotFile({ path, events: testStores.events, log: testStores.log });
});
afterEach(async () => {
  await testStores.close();
  await rm(folder, { recursive: true });
});

const knownOf = (members: MemberIndex) => [members.size, ...people.map((id) => members.filtersOf(id))];
const byTheLog = async (position: Position) => {
  const members = createMemberIndex(testStores.gazetteer);
  for (const id of people) {
    const filters = await findFiltersAt(testStores.events, id, position);
    if (filters !== null) members.set(id, filters);
  }
  return members;
};
/** A snapshot of this moment. */
async function written(): Promise<Position> {
  await testStores.waitForViews();
  const position = await testStores.events.head();
  const [last] = (await testStores.events.readAll((position - 1) as Position, 1)).slice(-1);
  if (last === undefined) throw new Error('The log is empty');
  const { id, stream, revision } = last;
  await snapshots.write({
    position,
    event: { id, stream, revision },
    members: (await byTheLog(position)).exportState(),
  });
  return position;
}
async function loaded(position: Position, changes: Partial<Parameters<typeof loadMembers>[2]> = {}) {
  const members = createMemberIndex(testStores.gazetteer);
  const from = await loadMembers(members, position, { ...testStores, snapshots, stopped, ...changes });
  return { from, known: knownOf(members), members };
}

describe('a snapshot of the members', () => {
  it('A snapshot of the members restores them as they were, and the log is read from there on', async () => {
    const before = await written();
    expect(await loaded(before)).toMatchObject({ from: 'snapshot', known: knownOf(await byTheLog(before)) });
    await testStores.update(people[0] ?? '', { zipCode: '48204', notificationPreference: 'daily' });
    await testStores.deactivate(people[1] ?? '');
    people.push(await testStores.member({ zipCode: '48201' }));
    const after = await testStores.events.head();
    expect(await loaded(after)).toMatchObject({ from: 'snapshot', known: knownOf(await byTheLog(after)) });
  });

  it('A snapshot of the members that is ahead restores them as they were before', async () => {
    const before = await testStores.events.head();
    await testStores.update(people[0] ?? '', { zipCode: '48204' });
    await testStores.deactivate(people[1] ?? '');
    await written();
    expect(await loaded(before)).toMatchObject({ from: 'snapshot', known: knownOf(await byTheLog(before)) });
  });

  it('A snapshot of the members finds the same members as an index without a snapshot', async () => {
    const position = await written();
    const { members } = await loaded(position);
    const offer = { latitude: 42.36, longitude: -83.13, price: 2500, propertyType: 'house' as const };
    const found = (all: MemberIndex) =>
      all
        .match(offer)
        .toArray()
        .map(({ userId }) => userId)
        .toSorted();
    expect(found(members)).toEqual(found(await byTheLog(position)));
    expect(found(members).length).toBeGreaterThan(1);
  });

  it('A snapshot of the members is rebuilt from the view when it is damaged: whichever byte is flipped, and wherever it is cut off', async () => {
    const position = await written();
    const whole = await readFile(path);
    expect(decodeSnapshot(whole)).not.toBeNull();
    for (let at = 0; at < whole.length; at += 1) {
      const flipped = Buffer.from(whole);
      flipped[at] = (flipped[at] ?? 0) ^ (1 << (at % 8));
      expect(decodeSnapshot(flipped)).toBeNull();
      expect(decodeSnapshot(whole.subarray(0, at))).toBeNull();
    }
    await writeFile(path, whole.subarray(0, whole.length - 1));
    expect(await loaded(position)).toMatchObject({ from: 'view', known: knownOf(await byTheLog(position)) });
    await writeFile(path, '');
    expect((await loaded(position)).from).toBe('view');
  });

  it('A snapshot of the members of another version is not read, even if it is complete', async () => {
    await written();
    const body = Buffer.from(
      (await readFile(path))
        .subarray(32)
        .toString('latin1')
        .replace(/"basis":"\d+ /, '"basis":"0 '),
      'latin1',
    );
    await writeFile(path, Buffer.concat([createHash('sha256').update(body).digest(), body]));
    expect(await snapshots.read()).toBeNull();
  });

  it('A snapshot of the members of another log is not read', async () => {
    const position = await written();
    const snapshot = decodeSnapshot(await readFile(path));
    if (snapshot === null) throw new Error('The snapshot is not whole');
    for (const event of [
      { ...snapshot.event, id: 'another' },
      { ...snapshot.event, stream: 'user-nobody' },
      { ...snapshot.event, revision: snapshot.event.revision + 1 },
    ]) {
      await writeFile(path, encodeSnapshot({ ...snapshot, event }));
      expect((await loaded(position)).from).toBe('view');
    }
  });

  it('A snapshot of the members that is too many events behind is not read', async () => {
    await written();
    await testStores.update(people[0] ?? '', { zipCode: '48204' });
    await testStores.update(people[0] ?? '', { zipCode: '48201' });
    await testStores.waitForViews();
    const head = await testStores.events.head();
    expect(await loaded(head, { maxPassedCount: 1 })).toMatchObject({
      from: 'view',
      known: knownOf(await byTheLog(head)),
    });
    expect(await loaded(head, { maxPassedCount: 2 })).toMatchObject({ from: 'snapshot' });
  });

  it('A snapshot of the members with a ZIP whose location has changed is not read', async () => {
    const position = await written();
    const zip = (code: string) => {
      const centre = testStores.gazetteer.zip(code);
      return centre && { ...centre, latitude: centre.latitude + 0.001 };
    };
    const members = createMemberIndex({ ...testStores.gazetteer, zip });
    expect(await loadMembers(members, position, { ...testStores, snapshots, stopped })).toBe('view');
  });
});

describe('a scout', () => {
  const start = async () => {
    const scout = await startMatchingWorker({ ...testStores, snapshotPath: path }, testStores.run);
    await scout.ready;
    return scout;
  };
  const settled = async (scout: Awaited<ReturnType<typeof start>>) => {
    const head = await testStores.events.head();
    await expect.poll(() => scout.position() >= head, { interval: 5, timeout: 10_000 }).toBe(true);
  };

  it('A scout saves the members when it stops, and starts with them', async () => {
    const scout = await start();
    await testStores.update(people[0] ?? '', { zipCode: '48204' });
    await settled(scout);
    await scout.stop();
    const head = await testStores.events.head();
    expect(await loaded(head)).toMatchObject({ from: 'snapshot', known: knownOf(await byTheLog(head)) });
    await (await start()).stop();
    expect(await snapshots.read()).not.toBeNull();
  });

  it('A scout keeps no deleted user in the snapshot', async () => {
    const [gone = ''] = people;
    const idBytes = Buffer.from(
      Uint32Array.from(gone.replaceAll('-', '').match(/.{8}/g) ?? [], (word) => Number.parseInt(word, 16)).buffer,
    );
    const first = await start();
    await testStores.update(gone, { zipCode: '48204' });
    await settled(first);
    await first.stop();
    expect((await readFile(path)).includes(idBytes)).toBe(true);
    const second = await start();
    const sender = { actor: 'system', commandId: 'deletion' };
    await testStores.handle(user, userStream(gone), { type: 'Delete', data: { userId: gone } }, sender);
    await settled(second);
    await expect(readFile(path)).rejects.toThrow('ENOENT');
    await second.stop();
    expect((await readFile(path)).includes(idBytes)).toBe(false);
  });
});
