import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { ScoutPassMessage, ScoutActivity } from '#domain/matching/scout-activity.contract.ts';
import type { TestClient } from '#server/testing/test-client.ts';
import { type TestServer, startTestServer } from '#server/testing/test-server.ts';
import { type TestStores, openTestStores } from '#server/modules/alerts/matching/testing/test-stores.ts';
import { createScoutActivityTracker } from './scout-activity.ts';
import { connectSocket } from '#server/testing/socket-client.ts';

const detroit = { state: 'MI', latitude: 42.36, longitude: -83.13, radius: 50 };
const toledo = { state: 'OH', latitude: 41.65, longitude: -83.54, radius: 50 };
const cleveland = { state: 'OH', latitude: 41.5, longitude: -81.69, radius: 50 };
const noon = '2026-03-10T12:00:00.000Z';
const one = '2026-03-10T13:00:00.000Z';

describe('the passes', () => {
  let house: TestStores;
  beforeEach(async () => {
    house = await openTestStores();
  });
  afterEach(() => house.close());

  it('The passes count for the states that they covered', async () => {
    const passes = createScoutActivityTracker(house);
    expect(await passes.lastPassOver(detroit)).toBeNull();
    house.setClock(noon);
    passes.recordPass(null);
    house.setClock(one);
    passes.recordPass(['OH', 'IN']);
    expect(await passes.lastPassOver(cleveland)).toBe(one);
    expect(await passes.lastPassOver(detroit)).toBe(noon);
    expect(await passes.lastPassOver(null)).toBe(one);
    await passes.stop();
  });

  it('The passes count where they found a listing, and around it, for a day', async () => {
    const passes = createScoutActivityTracker(house);
    house.setClock(noon);
    passes.recordAt([]);
    expect(await passes.lastPassOver(null)).toBeNull();
    passes.recordAt([detroit]);
    expect(await passes.lastPassOver(detroit)).toBe(noon);
    expect(await passes.lastPassOver({ ...toledo, radius: 50 })).toBe(noon);
    expect(await passes.lastPassOver({ ...toledo, radius: 20 })).toBeNull();
    expect(await passes.lastPassOver(cleveland)).toBeNull();
    expect(await passes.lastPassOver(null)).toBe(noon);
    house.setClock('2026-03-11T13:00:00.000Z');
    passes.recordAt([cleveland]);
    expect(await passes.lastPassOver(detroit)).toBeNull();
    await passes.stop();
  });

  it('The passes are remembered, and reported as one when they follow each other quickly', async () => {
    const passes = createScoutActivityTracker(house, 600_000);
    const told: ScoutPassMessage[] = [];
    passes.onPass((pass) => void told.push(pass));
    house.setClock(noon);
    passes.recordPass(['OH']);
    await expect.poll(() => told.length).toBe(1);
    house.setClock(one);
    passes.recordPass(['MI']);
    passes.recordPass(['IN', 'MI']);
    await passes.stop();
    expect(told).toEqual([
      { at: noon, states: ['OH'] },
      { at: one, states: ['MI', 'IN'] },
    ]);
    expect(await createScoutActivityTracker(house).lastPassOver(detroit)).toBe(one);
  });
});

describe('the passes of several processes', () => {
  it('The passes of several processes are reported in each process, those of others a little later, and each once', async () => {
    const house = await openTestStores();
    const own = createScoutActivityTracker(house);
    const told: ScoutPassMessage[] = [];
    own.onPass((pass) => void told.push(pass));
    own.follow(10);
    let minutes = 0;
    const elsewhere = async (states: string[] | null) => {
      minutes += 1;
      const at = new Date(Date.parse(noon) + minutes * 60_000).toISOString();
      house.setClock(at);
      const other = createScoutActivityTracker(house);
      other.recordPass(states);
      await other.stop();
      return { at, states };
    };
    const heard = async () => {
      await elsewhere(['OH']);
      return told.length;
    };
    await expect.poll(heard).toBeGreaterThan(0);

    own.recordPass(['MI']);
    await expect.poll(() => told.some(({ states }) => states?.includes('MI'))).toBe(true);
    const news = await elsewhere(['IN']);
    await expect.poll(() => told.at(-1)).toEqual(news);
    const everywhere = await elsewhere(null);
    await expect.poll(() => told.at(-1)).toEqual(everywhere);
    expect(told.filter(({ states }) => states?.includes('MI'))).toHaveLength(1);
    await own.stop();
    await house.close();
  });
});

const offer = {
  title: 'Inherited house at 107 Elm Street',
  price: 45_000,
  details: 'Sold as-is by the heirs.',
  link: 'https://listings.example.com/107',
  zipCode: '48204',
};

describe('the scout activity that a member sees', () => {
  const read = async (client: TestClient) => JSON.parse((await client.get('/api/scouting')).text) as ScoutActivity;
  const start = async (env: Record<string, string> = {}): Promise<TestServer> => {
    const product = await startTestServer(env);
    onTestFinished(() => product.stop());
    await product.intake.ready;
    return product;
  };

  it('The scout activity that a member sees shows the time of the last pass, whatever it found, and is pushed without a request', async () => {
    const product = await start();
    const ann = product.newClient();
    await ann.register('ann@example.com');
    expect(await read(ann)).toEqual({ lastScoutedAt: null, zipKnown: null, mailReturnedFrom: null });
    const { socket } = await connectSocket(product.url, ann.cookie());
    const told = new Promise<ScoutPassMessage>((resolve) => void socket.on('scouted', resolve));
    const before = new Date().toISOString();
    await product.intake.take('county', [offer], { actor: 'intake:county', commandId: randomUUID() });
    const { lastScoutedAt } = await read(ann);
    expect(lastScoutedAt && lastScoutedAt >= before).toBe(true);
    expect(await told).toEqual({ at: lastScoutedAt, states: [] });
  });

  it('The scout activity that a member sees shows where a push source sent a listing, whatever its outcome', async () => {
    const product = await start();
    const [near, far] = [product.newClient(), product.newClient()];
    await near.register('near@example.com');
    await near.patch('/api/profile', { zipCode: '48226' });
    await far.register('far@example.com');
    await far.patch('/api/profile', { zipCode: '97701' });
    const item = { ...offer, price: 'make offer' };
    await product.intake.take('county', [item, 'nothing'], { actor: 'intake:county', commandId: randomUUID() });
    expect((await read(near)).lastScoutedAt).not.toBeNull();
    expect((await read(far)).lastScoutedAt).toBeNull();
  });

  it('The scout activity that a member sees does not count an offer that a user typed in', async () => {
    const product = await start();
    const ann = product.newClient();
    await ann.register('ann@example.com');
    for (const source of ['sell', 'admin-entry'])
      await product.intake.take(source, [offer], { actor: source, commandId: randomUUID() });
    expect((await read(ann)).lastScoutedAt).toBeNull();
  });

  it('The scout activity that a member sees says whether the ZIP is known', async () => {
    const product = await start();
    const bob = product.newClient();
    await bob.register('bob@example.com');
    await bob.patch('/api/profile', { zipCode: '48204' });
    expect(await read(bob)).toMatchObject({ zipKnown: true });
    expect((await bob.patch('/api/profile', { zipCode: '00000' })).status).toBe(200);
    expect(await read(bob)).toMatchObject({ zipKnown: false });
  });

  it("The scout activity that a member sees counts the feeds of the member's own state, also where they find nothing new", async () => {
    const folder = mkdtempSync(join(tmpdir(), 'feeds-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const feed = { basis: 'public record', kind: 'csv', everySeconds: 1, mapping: { title: '{T}', link: '{L}' } };
    writeFileSync(join(folder, 'ohio.csv'), 'T,L\n');
    writeFileSync(
      join(folder, 'feeds.json'),
      JSON.stringify([
        { ...feed, id: 'ohio', file: 'ohio.csv', states: ['OH'] },
        { ...feed, id: 'broken', file: 'nowhere.csv', states: ['MI'] },
      ]),
    );
    const product = await start({ FEEDS: join(folder, 'feeds.json') });
    const [cleveland, detroit] = [product.newClient(), product.newClient()];
    await cleveland.register('cleveland@example.com');
    await cleveland.patch('/api/profile', { zipCode: '44101' });
    await detroit.register('detroit@example.com');
    await detroit.patch('/api/profile', { zipCode: '48204' });
    await expect.poll(async () => (await read(cleveland)).lastScoutedAt).not.toBeNull();
    const first = (await read(cleveland)).lastScoutedAt ?? '';
    await expect.poll(async () => ((await read(cleveland)).lastScoutedAt ?? '') > first).toBe(true);
    expect((await read(detroit)).lastScoutedAt).toBeNull();
  });
});
