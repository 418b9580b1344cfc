import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestFolder } from '#server/lib/testing/temporary-folder.ts';
import {
  type FakeEventStoreDb,
  startFakeEventStoreDb,
} from '#server/platform/event-store/testing/fake-eventstoredb-server/server.ts';
import { createSecrets } from '#server/testing/environment.ts';
import { type TestServer, startTestServer } from '#server/testing/test-server.ts';

let double: FakeEventStoreDb;
let product: TestServer;
beforeEach(async () => {
  double = await startFakeEventStoreDb();
  product = await startTestServer({ DATA_DIR: createTestFolder(), EVENTSTORE_URL: double.url, ...createSecrets() });
});
afterEach(async () => {
  await product.close();
  await double.close();
});

/** The fewest calls of several changes, as work in the background calls too. */
const countCalls = async (change: (n: number) => Promise<{ status: number }>) => {
  const counts: { appends: number; reads: number }[] = [];
  for (let n = 0; n < 8; n += 1) {
    const before = { ...double.calls };
    expect((await change(n)).status).toBeLessThan(300);
    counts.push({ appends: double.calls.appends - before.appends, reads: double.calls.reads - before.reads });
  }
  return counts.sort((a, b) => a.appends + a.reads - b.appends - b.reads)[0];
};

it('A change is one call of the event store, an admin’s a second one that reads the role, and a registration six', async () => {
  const admin = await product.adminClient();
  const ann = product.newClient();
  const { id } = await ann.register('ann@example.com');
  const saveZip = (zipCode: string) => ann.patch('/api/profile', { zipCode, maxPrice: 90_000 });
  const setMembership = (status: string) => admin.patch(`/api/admin/users/${id}/membership`, { status });
  const register = (n: number) =>
    product.newClient().post('/api/register', { email: `new${n}@example.com`, password: 'house hunter' });
  // The claim and the user, after two reads of the claim, and before a third; then the session.
  expect(await countCalls(register)).toEqual({ appends: 3, reads: 3 });
  expect(await countCalls((n) => saveZip(`7870${n}`))).toEqual({ appends: 1, reads: 0 });
  expect(await countCalls(() => saveZip('78707'))).toEqual({ appends: 0, reads: 1 });
  expect(await countCalls((n) => setMembership(n % 2 ? 'unconfirmed' : 'active'))).toEqual({ appends: 1, reads: 1 });
  expect(await countCalls(() => setMembership('unconfirmed'))).toEqual({ appends: 0, reads: 2 });
});
