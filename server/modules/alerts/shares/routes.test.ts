import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AccountDataExport } from '#domain/account-data.contract.ts';
import { listingStream } from '#domain/event-catalog/streams.ts';
import { listing } from '#domain/listing/decider.ts';
import type { Share, SharedListing } from '#domain/member-listing/share.contract.ts';
import { deriveListingId } from '#server/modules/intake/pipeline/listing-id.ts';
import { createPng } from '#server/modules/pictures/testing/sample-pictures.ts';
import type { TestClient } from '#server/testing/test-client.ts';
import { type TestServer, startTestServer } from '#server/testing/test-server.ts';

const item = {
  externalId: 'house-1',
  title: 'Inherited 3 bedroom house at 107 Oak Street, call 313-555-0123',
  price: 41_000,
  details: 'Heirs want it gone as-is. Text (313) 555-0123 or write to ann@example.com.',
  link: 'https://listings.example.com/1',
  zipCode: '48204',
};
const id = deriveListingId('county', item);
const path = `/api/listings/${id}/shares`;

let product: TestServer;
let member: TestClient;
let cal: TestClient;
let visitor: TestClient;
let pictureId: string;

async function join(name: string): Promise<TestClient> {
  const client = product.newClient();
  const { id: userId } = await client.register(`${name}@example.com`);
  await client.patch('/api/profile', { zipCode: '48204', maxPrice: 60_000, mileageRadius: 50 });
  const root = await product.adminClient();
  await root.patch(`/api/admin/users/${userId}/membership`, { status: 'active' });
  return client;
}

async function share(client = member, headers = {}): Promise<Share & { url: string; token: string }> {
  const { status, text } = await client.post(path, undefined, headers);
  expect([status, text]).toEqual([201, expect.stringMatching(/^\{/)]);
  const created = JSON.parse(text) as Share & { url: string };
  return { ...created, token: created.url.split('/share/')[1] ?? '' };
}
const open = (token: string, more = '') => visitor.get(`/api/shared-listings/${token}${more}`);
const list = async () => JSON.parse((await member.get(path)).text) as Share[];
const stop = (shareId: string, client = member) => client.send('DELETE', `/api/shares/${shareId}`);

beforeAll(async () => {
  product = await startTestServer();
  visitor = product.newClient();
  [member, cal] = [await join('ann'), await join('cal')];
  await product.intake.take('county', [item], { actor: 'intake:county', commandId: randomUUID() });
  for (const client of [member, cal])
    await vi.waitFor(async () => expect((await client.get(`/api/listings/${id}`)).status).toBe(200), 120_000);
  const { pictures } = product.context;
  ({ id: pictureId } = await pictures.add(createPng(80, 60), { use: 'fetched', listingId: id }));
  await pictures.show(id, [pictureId]);
});
afterAll(() => product.stop());

describe('a link to a listing', () => {
  it('A link shows what the listing says to everyone, and nothing of its member or its contact', async () => {
    const { token, url, expiresAt } = await share();
    expect(url).toBe(`${product.context.url()}/share/${token}`);
    expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(13.9 * 86_400_000);
    await expect.poll(async () => (await open(token)).text).toContain(pictureId);
    const { text, headers } = await open(token);
    const picture = `/api/shared-listings/${token}/pictures/${pictureId}`;
    expect(JSON.parse(text)).toEqual({
      title: 'Inherited 3 bedroom house at 107 Oak Street, call [hidden]',
      price: 41_000,
      priceText: '$41,000',
      propertyType: 'house',
      place: {
        address: '107 Oak Street',
        city: 'Detroit',
        county: 'Wayne',
        state: 'MI',
        zipCode: '48204',
        isApproximate: true,
      },
      facts: {
        beds: { value: 3, quote: '3 bedroom' },
        baths: null,
        livingArea: null,
        acres: null,
        yearBuilt: null,
      },
      details: 'Heirs want it gone as-is. Text [hidden] or write to [hidden].',
      gallery: [{ small: `${picture}?size=small`, large: `${picture}?size=large` }],
    } satisfies SharedListing);
    expect(headers.get('x-robots-tag')).toBe('noindex');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('same-origin');
  });

  it('A picture of the listing is read with the token, and others are not', async () => {
    const { token } = await share();
    const { status, headers } = await open(token, `/pictures/${pictureId}?size=small`);
    expect([status, headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    const foreign = await product.context.pictures.add(createPng(60, 60), { use: 'fetched', listingId: 'other' });
    expect((await open(token, `/pictures/${foreign.id}`)).status).toBe(404);
    expect((await open('no-such-token', `/pictures/${pictureId}`)).status).toBe(404);
    expect((await visitor.get(`/api/pictures/${pictureId}`)).status).toBe(401);
  });

  it('Live links are listed without their tokens, and are stopped', async () => {
    for (const { id: shareId } of await list()) await stop(shareId);
    const { id: shareId, token, expiresAt } = await share();
    expect(await list()).toEqual([{ id: shareId, expiresAt }]);
    const other = await join('bea');
    expect(await stop(shareId, other)).toMatchObject({ status: 404, text: 'No such link' });
    expect((await open(token)).status).toBe(200);
    expect((await stop(shareId)).status).toBe(204);
    expect(await open(token)).toMatchObject({ status: 404, text: 'This link has ended.' });
    expect((await open(token, `/pictures/${pictureId}`)).status).toBe(404);
    expect(await list()).toEqual([]);
  });

  it('A repeated request creates one link and answers the same', async () => {
    for (const { id: shareId } of await list()) await stop(shareId);
    const headers = { 'idempotency-key': 'twice' };
    expect(await share(member, headers)).toEqual(await share(member, headers));
    expect(await list()).toHaveLength(1);
    await stop((await list())[0]?.id ?? '');
    expect((await member.post(path, undefined, headers)).status).toBe(409);
  });

  it('A listing that the member was not alerted of cannot be shared', async () => {
    const stranger = product.newClient();
    await stranger.register('stranger@example.com');
    expect(await stranger.post(path)).toMatchObject({ status: 404, text: 'No such listing' });
    expect((await stranger.get(path)).status).toBe(404);
    expect((await member.post(`/api/listings/${randomUUID()}/shares`)).status).toBe(404);
  });

  it('The token of a link is in no metric', async () => {
    const { token } = await share();
    await open(token);
    const { text } = await visitor.get('/metrics');
    expect(text).toContain('/api/shared-listings/:token');
    expect(text).not.toContain(token);
  });

  it('The page of a link is not indexed', async () => {
    const { headers } = await visitor.get('/share/some-token', { accept: 'text/html' });
    expect(headers.get('x-robots-tag')).toBe('noindex');
    expect((await visitor.get('/sell', { accept: 'text/html' })).headers.get('x-robots-tag')).toBeNull();
  });

  it('The links of a member are in their data, and end with their account', async () => {
    const { token, expiresAt } = await share(cal);
    const { shares } = JSON.parse((await cal.get('/api/profile/data')).text) as AccountDataExport;
    expect(shares).toEqual([{ listingId: id, expiresAt }]);
    await cal.send('DELETE', '/api/profile', { body: { currentPassword: 'house hunter' } });
    expect((await open(token)).status).toBe(404);
    expect(JSON.stringify(await product.context.documents.list('shares', { limit: 99 }))).not.toContain(expiresAt);
  });

  it('A link ends when its listing is withdrawn', async () => {
    const { token } = await share();
    const command = { type: 'Withdraw', data: { listingId: id, reason: 'Sold' } } as const;
    await product.context.handle(listing, listingStream(id), command, { actor: 'x', commandId: randomUUID() });
    await expect.poll(() => open(token)).toMatchObject({ status: 404, text: 'This link has ended.' });
    expect((await open(token, `/pictures/${pictureId}`)).status).toBe(404);
    expect(await member.post(path)).toMatchObject({
      status: 409,
      text: 'This listing is no longer available, so it cannot be shared.',
    });
  });
});

it('Requests for shared listings are limited by address', async () => {
  const limited = await startTestServer({ RATE_API: '2/1m' });
  const client = limited.newClient();
  const ask = async () => (await client.get('/api/shared-listings/some-token')).status;
  expect([await ask(), await ask(), await ask()]).toEqual([404, 404, 429]);
  await limited.stop();
});
