import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Position, start } from '#domain/shared/decider.ts';
import { noFilters } from '#domain/user/state.ts';
import { users } from '#projections/users.ts';
import { loadMembers } from './load-members.ts';
import { createMembers, filtersAt, type Members } from './members.ts';
import { type House, openHouse } from '../matching/testing/house.ts';

const stopped = new AbortController().signal;

describe('loading the members of a position in the log', () => {
  let house: House;
  let people: string[];
  beforeEach(async () => {
    house = await openHouse();
    people = [];
    for (let n = 0; n < 6; n += 1)
      people.push(await house.member({ zipCode: '48201', maxPrice: 1000 * n }, n % 3 !== 0));
    for (const [n, userId] of people.entries()) {
      await house.update(userId, { mileageRadius: 25, maxPrice: 2000 * n });
      if (n % 2 === 0) await house.deactivate(userId);
      await house.update(userId, { includeRawLand: true });
    }
    const head = await house.events.head();
    await expect.poll(async () => (await house.views.checkpoints()).get(users.view), { interval: 5 }).toBe(head);
  });
  afterEach(() => house.close());

  /** Every member as the streams alone tell. */
  const expected = async (position: Position) => {
    const members = createMembers(house.gazetteer);
    for (const id of people) {
      const filters = await filtersAt(house.events, id, position);
      if (filters !== null) members.set(id, filters);
    }
    return knownOf(members);
  };
  const knownOf = (members: Members) => [members.size, ...people.map((id) => members.filtersOf(id))];
  const loaded = async (position: Position, changes: Partial<Parameters<typeof loadMembers>[2]> = {}) => {
    const members = createMembers(house.gazetteer);
    members.set('left', { ...noFilters, zipCode: '48201' });
    await loadMembers(members, position, { ...house, snapshots: null, stopped, ...changes });
    return knownOf(members);
  };
  const positions = async () => (await house.events.readAll(start, 1000)).map(({ position }) => position);

  it('gives them as they were then, with a view that is far ahead', async () => {
    for (const position of [start, ...(await positions())]) {
      expect(await loaded(position)).toEqual(await expected(position));
    }
  });

  it('gives them as they were then, without a view or with one that is behind', async () => {
    const all = await positions();
    for (const checkpoints of [new Map<string, Position>(), new Map([[users.view, all[5] ?? start]])]) {
      const views = { ...house.views, checkpoints: () => Promise.resolve(checkpoints) };
      for (const position of all) {
        expect(await loaded(position, { views })).toEqual(await expected(position));
      }
    }
  });

  it('breaks off when it is told to stop', async () => {
    const position = await house.events.head();
    await expect(loaded(position, { stopped: AbortSignal.abort() })).rejects.toThrow();
  });
});
