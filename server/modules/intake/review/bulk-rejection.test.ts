import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listingStream } from '#domain/event-catalog/streams.ts';
import type { ReviewItem } from '#domain/review.contract.ts';
import type { TestClient } from '#server/testing/test-client.ts';
import { type TestServer, startTestServer } from '#server/testing/test-server.ts';

const path = '/api/admin/review';
let product: TestServer;
let root: TestClient;
let rootId: string;
beforeAll(async () => {
  product = await startTestServer();
  await product.intake.ready;
  root = await product.adminClient();
  rootId = (JSON.parse((await root.get('/api/user')).text) as { id: string }).id;
});
afterAll(() => product.stop());

const waiting = async () => JSON.parse((await root.get(path)).text) as ReviewItem[];
const streets = ['Maple', 'Oak', 'Cedar', 'Elm', 'Birch'];
let houses = 0;
/** Holds one more house, for its missing price. */
const hold = async () => {
  const street = streets[houses] ?? '';
  houses += 1;
  const title = `Inherited house at ${houses}07 ${street} Street`;
  const link = `https://listings.example.com/${street}`;
  await root.post('/api/admin/listings', { title, price: 'make offer', link, zipCode: '48204' });
  return { id: (await waiting()).find(({ listing }) => listing.link === link)?.id ?? '', title };
};
const eventsOf = async (id: string) => (await product.context.events.read(listingStream(id))).events;

describe('a bulk rejection', () => {
  const rejectAll = async (ids: unknown, reason: unknown = 'No property', headers = {}) => {
    const { status, text } = await root.post(`${path}/bulk`, { ids, decision: 'reject', reason }, headers);
    return [status, status === 200 ? (JSON.parse(text) as unknown) : text];
  };

  it('A bulk rejection rejects each item by a command of its own, with the reason, and says which it could not reject', async () => {
    const [one, other, settled] = [await hold(), await hold(), await hold()];
    await root.post(`${path}/${settled.id}`, { decision: 'reject' });
    expect(await rejectAll([one.id, other.id, settled.id, 'l-0', one.id], ' No  property ')).toEqual([
      200,
      {
        done: 2,
        failed: [
          { id: settled.id, reason: 'This listing has already been reviewed.' },
          { id: 'l-0', reason: 'No such listing in the review' },
        ],
      },
    ]);
    expect((await waiting()).map(({ id }) => id)).not.toEqual(expect.arrayContaining([one.id]));
    for (const { id, title } of [one, other]) {
      const last = (await eventsOf(id)).at(-1);
      expect(last?.data).toEqual({ listingId: id, title, reason: 'No  property' });
      expect(last?.metadata).toMatchObject({ actor: rootId, channel: 'review' });
    }
    const log = (await root.get('/api/admin/workflow-logs?limit=20')).text;
    expect(log).toContain(`${one.title} rejected in the review by root@example.com: No  property`);
  });

  it('A bulk rejection that is repeated with its key gets the same answer', async () => {
    const { id } = await hold();
    const key = { 'idempotency-key': randomUUID() };
    const done = [200, { done: 1, failed: [] }];
    expect([await rejectAll([id], 'Spam', key), await rejectAll([id], 'Spam', key)]).toEqual([done, done]);
    expect((await eventsOf(id)).map(({ type }) => type)).toEqual(['ListingHeld', 'ListingRejected']);
  });

  it('A bulk rejection is refused with a message where it is malformed', async () => {
    expect(await rejectAll([])).toEqual([400, 'ids must name at least one']);
    expect(await rejectAll('l-1')).toEqual([400, 'ids must be a list']);
    expect(await rejectAll([1])).toEqual([400, 'ids must be a list of texts']);
    expect(await rejectAll(Array.from({ length: 501 }, String))).toEqual([400, 'ids must name at most 500']);
    expect(await rejectAll(['l-1'], ' ')).toEqual([400, 'reason is required']);
    expect((await root.post(`${path}/bulk`, { ids: ['l-1'], decision: 'accept', reason: 'Fine' })).text).toBe(
      'decision must be reject',
    );
  });
});
