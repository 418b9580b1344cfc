import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { userStream } from '#domain/event-catalog/streams.ts';
import { type Position, startPosition } from '#domain/shared/decider.ts';
import { emptyFilters } from '#domain/user/state.ts';
import { users } from '#projections/users.ts';
import { loadMembers } from './load-members.ts';
import { createMemberIndex, findMemberAt, type MemberIndex } from './members.ts';
import { type TestStores, openTestStores } from '../matching/testing/test-stores.ts';

const stopped = new AbortController().signal;

describe('loading the members of a position in the log', () => {
  let testStores: TestStores;
  let people: string[];
  beforeEach(async () => {
    testStores = await openTestStores();
    people = [];
    for (let n = 0; n < 6; n += 1)
      people.push(await testStores.member({ zipCode: '48201', maxPrice: 1000 * n }, n % 3 !== 0));
    for (const [n, userId] of people.entries()) {
      await testStores.update(userId, { mileageRadius: 25, maxPrice: 2000 * n });
      if (n % 2 === 0) await testStores.deactivate(userId);
      await testStores.update(userId, { includeRawLand: true });
    }
    const head = await testStores.events.head();
    await expect.poll(async () => (await testStores.views.checkpoints()).get(users.view), { interval: 5 }).toBe(head);
  });
  afterEach(() => testStores.close());

  /** Every member according to the streams alone. */
  const expected = async (position: Position) => {
    const members = createMemberIndex(testStores.gazetteer);
    for (const id of people) {
      const user = await findMemberAt(testStores.events, id, position);
      if (user !== null) members.set(id, user.filters, user.searches);
    }
    return knownOf(members);
  };
  const knownOf = (members: MemberIndex) => [members.size, ...people.map((id) => members.filtersOf(id))];
  const loaded = async (position: Position, changes: Partial<Parameters<typeof loadMembers>[2]> = {}) => {
    const members = createMemberIndex(testStores.gazetteer);
    members.set('left', { ...emptyFilters, zipCode: '48201' });
    await loadMembers(members, position, { ...testStores, stopped, ...changes });
    return knownOf(members);
  };
  const positions = async () => (await testStores.events.readAll(startPosition, 1000)).map(({ position }) => position);

  it('Loading the members of a position in the log returns them as they were then, with a view that is far ahead', async () => {
    for (const position of [startPosition, ...(await positions())]) {
      expect(await loaded(position)).toEqual(await expected(position));
    }
  });

  it('Loading the members of a position in the log returns them as they were then, without a view or with one that is behind', async () => {
    const all = await positions();
    for (const checkpoints of [new Map<string, Position>(), new Map([[users.view, all[5] ?? startPosition]])]) {
      const views = { ...testStores.views, checkpoints: () => Promise.resolve(checkpoints) };
      for (const position of all) {
        expect(await loaded(position, { views })).toEqual(await expected(position));
      }
    }
  });

  it('Loading the members of a position in the log leaves out one whose events are damaged or make no sense, and no other', async () => {
    const metadata = { actor: 'system', commandId: 'c', correlationId: 'c', at: '2026-01-01T00:00:00.000Z' };
    const views = { ...testStores.views, checkpoints: () => Promise.resolve(new Map<string, Position>()) };
    const before = await loaded(await testStores.events.head(), { views });
    const [one = '', other = ''] = people.filter((_, n) => n % 3 !== 0 && n % 2 !== 0);
    const { read } = testStores.events;
    const { revision } = await read(userStream(one));
    const event = { id: randomUUID(), type: 'MembershipActivated', data: 'no object' };
    await testStores.events.append(userStream(one), [event], revision, metadata);
    const senseless = (stream: string) =>
      stream === userStream(other) ? Promise.reject(new TypeError('no filters')) : read(stream);
    const after = await loaded(await testStores.events.head(), {
      views,
      events: { ...testStores.events, read: senseless },
    });
    const left = before.slice(1).map((filters, n) => ([one, other].includes(people[n] ?? '') ? null : filters));
    expect(after).toEqual([left.filter((filters) => filters !== null).length, ...left]);
  });

  it('Loading the members of a position in the log stops when it is aborted', async () => {
    const position = await testStores.events.head();
    await expect(loaded(position, { stopped: AbortSignal.abort() })).rejects.toThrow();
  });
});
