import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { userStream } from '#domain/event-catalog/streams.ts';
import type { SearchView } from '#domain/user/searches.contract.ts';
import { createTestClient, parseUser, type TestClient, type TestResponse } from '#server/testing/test-client.ts';
import { setUpAdmin, setUpServer } from '#server/testing/set-up-server.ts';

const product = setUpServer({ RATE_CHANGES: '100000/1m' });
const root = setUpAdmin(product);
const path = '/api/searches';
const cabins = { name: 'Cabins', zipCode: '48204' };

let ann: TestClient;
let annId: string;
beforeEach(async () => {
  ann = product.newClient();
  ({ id: annId } = await ann.register(`${randomUUID()}@example.com`));
});

const parse = (answer: TestResponse) => JSON.parse(answer.text) as SearchView;
const describeAnswer = ({ status, text }: TestResponse) => [status, text];
const list = async (client = ann) => JSON.parse((await client.get(path)).text) as SearchView[];
const namesOf = async (client = ann) => (await list(client)).map(({ name }) => name);
const add = (changes: object = {}, headers = {}) => ann.post(path, { ...cabins, ...changes }, headers);
const addOne = async (changes: object = {}) => parse(await add(changes));
const remove = (id: string, client = ann) => client.send('DELETE', `${path}/${id}`);
const restore = (id: string, client = ann) => client.post(`${path}/${id}/restore`);
const typesOf = async (id = annId) =>
  (await product.context.events.read(userStream(id))).events.map(({ type }) => type).slice(1);

describe('GET /api/searches', () => {
  it('GET /api/searches has the filters of the user as the first search, with values never saved as null', async () => {
    const unsaved = {
      id: '1',
      name: 'Search 1',
      maxPrice: null,
      mileageRadius: null,
      zipCode: null,
      includeMobileHomes: false,
      includeRawLand: false,
      includeTinyHomes: false,
      notificationPreference: 'immediate',
      weeklySummary: false,
      paused: false,
      centre: null,
      place: null,
      count: 0,
      lastScoutedAt: null,
    };
    expect(await list()).toEqual([unsaved]);
    await ann.patch('/api/profile', { zipCode: '48204', maxPrice: 9000, weeklySummary: true });
    const centre = { latitude: expect.any(Number) as number, longitude: expect.any(Number) as number };
    const saved = { zipCode: '48204', maxPrice: 9000, weeklySummary: true, place: 'Detroit, MI' };
    expect(await list()).toEqual([{ ...unsaved, ...saved, centre }]);
  });

  it('GET /api/searches counts the listings of each search', async () => {
    const house = {
      title: 'Inherited house on Elm Street',
      price: 40_000,
      details: 'Heirs want it gone, as-is.',
      link: `https://listings.example.com/${randomUUID()}`,
      zipCode: '73301',
    };
    await ann.patch('/api/profile', { zipCode: '90001' });
    await addOne({ name: 'Near', zipCode: '73301' });
    await addOne({ name: 'Cheap', zipCode: '73301', maxPrice: 39_999 });
    await addOne({ name: 'Unknown', zipCode: '00000' });
    await product.intake.ready;
    const answer = await root.post('/api/admin/listings', house);
    expect(answer.status, answer.text).toBe(201);
    const counts = async () => (await list()).map(({ name, count }) => [name, count]);
    await expect.poll(counts).toEqual([
      ['Search 1', 0],
      ['Near', 1],
      ['Cheap', 0],
      ['Unknown', 0],
    ]);
  });
});

describe('POST /api/searches', () => {
  it('POST /api/searches adds a search, with the defaults of the forms', async () => {
    const answer = await add();
    expect(answer.status).toBe(201);
    const added = parse(answer);
    expect(added).toMatchObject({
      ...cabins,
      maxPrice: 54_000,
      mileageRadius: 50,
      paused: false,
      place: 'Detroit, MI',
    });
    expect(await list()).toMatchObject([{ id: '1' }, added]);
    expect(await typesOf()).toEqual(['SearchAdded']);
    expect(parseUser(await ann.get('/api/user')).zipCode).toBeNull();
  });

  it('POST /api/searches answers with the new search while the views lag', async () => {
    const { viewStore } = product.context;
    const released = Promise.withResolvers<undefined>();
    const apply = viewStore.apply;
    viewStore.apply = (batch) => released.promise.then(() => apply(batch));
    try {
      const { post } = createTestClient(product.url); // waits for no views
      const answer = await post(path, cabins, { cookie: ann.cookie() });
      expect([answer.status, answer.headers.get('x-views')]).toEqual([201, 'behind']);
      expect(parse(answer)).toMatchObject(cabins);
    } finally {
      viewStore.apply = apply;
      released.resolve(undefined);
    }
  });

  it.each([
    [{ name: '' }, 'Enter a name for the search'],
    [{ name: 'n'.repeat(61) }, 'The name of a search must be at most 60 characters'],
    [{ name: undefined }, 'A search needs a name'],
    [{ zipCode: '4820' }, 'Incorrect ZIP code format, must be 5 numbers'],
    [{ mileageRadius: 30 }, 'Choose a mileage radius from the list: 25 to 250 miles in steps of 25'],
    [{ maxPrice: 150_001 }, 'Max price must be at most $150,000'],
    [{ notificationPreference: 'weekly' }, "Notification preference must be 'immediate' or 'daily'"],
    [{ paused: 'yes' }, 'paused must be true or false'],
  ])('POST /api/searches with %j is refused with a sentence', async (changes, text) => {
    expect(describeAnswer(await add(changes))).toEqual([400, text]);
    expect(await typesOf()).toEqual([]);
  });

  it('POST /api/searches refuses a name that another search of the same user has', async () => {
    const taken = [409, 'You have another search of this name. Choose another name.'];
    await addOne();
    expect(describeAnswer(await add({ name: ' CABINS' }))).toEqual(taken);
    expect(describeAnswer(await add({ name: 'Search 1' }))).toEqual(taken);
    const bea = product.newClient();
    await bea.register(`${randomUUID()}@example.com`);
    expect((await bea.post(path, cabins)).status).toBe(201);
  });

  it('POST /api/searches refuses the eleventh search, of two that are sent at once one', async () => {
    for (let n = 0; n < 8; n += 1) await addOne({ name: `Search of ${n}` });
    const both = await Promise.all([add({ name: 'One' }), add({ name: 'Other' })]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(both.find(({ status }) => status === 409)?.text).toBe(
      'You have as many searches as your account can keep. Delete one first.',
    );
    expect(await list()).toHaveLength(10);
    await remove((await list())[1]?.id ?? '');
    expect((await add({ name: 'Tenth' })).status).toBe(201);
  });

  it('POST /api/searches sent again under its key adds one search, and answers as before', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const first = parse(await add({}, headers));
    expect(await add({}, headers)).toMatchObject({ status: 201, text: expect.stringContaining(first.id) as string });
    expect(await namesOf()).toEqual(['Search 1', 'Cabins']);
    expect((await add({ name: 'Other' }, headers)).status).toBe(422);
  });
});

describe('PATCH /api/searches/{id}', () => {
  it('PATCH /api/searches/{id} changes what is given and keeps the rest', async () => {
    const added = await addOne({
      maxPrice: 9000,
      includeRawLand: true,
      notificationPreference: 'daily',
      weeklySummary: true,
    });
    const answer = await ann.patch(`${path}/${added.id}`, { paused: true, zipCode: '90001' });
    expect([answer.status, parse(answer)]).toMatchObject([
      200,
      {
        ...added,
        paused: true,
        zipCode: '90001',
        centre: { longitude: expect.any(Number) as number },
        place: 'Los Angeles, CA',
      },
    ]);
    expect(await list()).toMatchObject([{ id: '1' }, parse(answer)]);
    await ann.patch(`${path}/${added.id}`, {});
    expect(await typesOf()).toEqual(['SearchAdded', 'SearchChanged']);
  });

  it('PATCH /api/searches/{id} is refused for the first search, an unknown one, a taken name and a price above the limit', async () => {
    const [one] = [await addOne(), await addOne({ name: 'Lots' })];
    const change = async (id: string, changes: object) => describeAnswer(await ann.patch(`${path}/${id}`, changes));
    expect(await change('1', { paused: true })).toEqual([
      409,
      'The first search stays. Change it in your filter preferences.',
    ]);
    expect(await change('unknown', { paused: true })).toEqual([404, 'No such search']);
    expect(await change(one.id, { name: 'lots' })).toEqual([
      409,
      'You have another search of this name. Choose another name.',
    ]);
    expect(await change(one.id, { maxPrice: 150_001 })).toEqual([400, 'Max price must be at most $150,000']);
    await root.patch(`/api/admin/users/${annId}/higher-limit`, { limit: 200_000 });
    expect((await change(one.id, { maxPrice: 200_000 }))[0]).toBe(200);
    expect(await change(one.id, { maxPrice: 200_001 })).toEqual([400, 'Max price must be at most $200,000']);
  });
});

describe('DELETE /api/searches/{id}', () => {
  it('DELETE /api/searches/{id} removes a search, and a restore brings it back as it was', async () => {
    const { id } = await addOne({ maxPrice: 9000 });
    const before = await list();
    expect(describeAnswer(await remove(id))).toEqual([204, '']);
    expect(await namesOf()).toEqual(['Search 1']);
    expect((await remove(id)).status).toBe(204);
    const answer = await restore(id);
    expect([answer.status, parse(answer)]).toEqual([200, before[1]]);
    expect((await restore(id)).status).toBe(200);
    expect(await list()).toEqual(before);
    expect(await typesOf()).toEqual(['SearchAdded', 'SearchRemoved', 'SearchAdded']);
  });

  it('DELETE /api/searches/1 is refused, and so is a restore of a search that was never removed', async () => {
    expect(describeAnswer(await remove('1'))).toEqual([
      409,
      'The first search stays. Change it in your filter preferences.',
    ]);
    for (const id of ['1', 'unknown']) expect(describeAnswer(await restore(id))).toEqual([404, 'No such search']);
  });

  it('A removed search is not restored beside one of its name, or where there is no room', async () => {
    const { id } = await addOne();
    await remove(id);
    const again = await addOne({ name: 'CABINS' });
    expect((await restore(id)).status).toBe(409);
    await ann.patch(`${path}/${again.id}`, { name: 'Huts' });
    for (let n = 0; n < 8; n += 1) await addOne({ name: `Search of ${n}` });
    expect(describeAnswer(await restore(id))).toEqual([
      409,
      'You have as many searches as your account can keep. Delete one first.',
    ]);
  });
});

it('A search of another user cannot be changed, removed or restored', async () => {
  const { id } = await addOne();
  const bea = product.newClient();
  const { id: beaId } = await bea.register(`${randomUUID()}@example.com`);
  expect(describeAnswer(await bea.patch(`${path}/${id}`, { paused: true }))).toEqual([404, 'No such search']);
  expect(describeAnswer(await restore(id, bea))).toEqual([404, 'No such search']);
  await remove(id, bea);
  expect(await namesOf()).toEqual(['Search 1', 'Cabins']);
  await remove(id);
  expect(describeAnswer(await restore(id, bea))).toEqual([404, 'No such search']);
  expect(await namesOf(bea)).toEqual(['Search 1']);
  expect(await typesOf(beaId)).toEqual([]);
});

it('A visitor who is not signed in has no searches', async () => {
  const nobody = product.newClient();
  for (const answer of [await nobody.get(path), await nobody.post(path, cabins), await remove('1', nobody)])
    expect(answer.status).toBe(401);
});
