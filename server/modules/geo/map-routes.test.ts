import { afterAll, beforeAll, expect, it } from 'vitest';
import type { MapSettings } from '#domain/geo/map.contract.ts';
import type { TestClient } from '#server/testing/test-client.ts';
import { type TestServer, startTestServer } from '#server/testing/test-server.ts';

let product: TestServer;
let ann: TestClient;
const readMap = async () => JSON.parse((await ann.get('/api/map')).text) as MapSettings;

beforeAll(async () => {
  product = await startTestServer({
    MAP_TILES_URL: 'https://tile.example.com/{z}/{x}/{y}.png',
    MAP_ATTRIBUTION: 'The mappers',
  });
  ann = product.newClient();
  await ann.register('ann@example.com');
});
afterAll(() => product.stop());

it('The settings of a map name the tiles of the installation, and no area without a ZIP', async () => {
  const attribution = [{ text: 'The mappers', href: null }];
  expect(await readMap()).toEqual({
    tiles: { url: 'https://tile.example.com/{z}/{x}/{y}.png', attribution },
    area: null,
  });
});

it('The settings of a map give the area of the saved filters, with the default radius', async () => {
  await ann.patch('/api/profile', { zipCode: '48204' });
  const { area } = await readMap();
  expect(area).toMatchObject({ zipCode: '48204', miles: 50 });
  expect(area?.latitude).toBeCloseTo(42.37, 1);
  await ann.patch('/api/profile', { mileageRadius: 125 });
  expect((await readMap()).area?.miles).toBe(125);
});

it('The pictures of the tiles may be loaded by the page', async () => {
  const { headers } = await ann.get('/api/map');
  expect(headers.get('content-security-policy')).toMatch(/img-src [^;]*https:\/\/tile\.example\.com/);
});
