import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listingStream } from '#domain/event-catalog/streams.ts';
import type { ReviewItem } from '#domain/review.contract.ts';
import { loadKeys } from '#server/platform/modules/platform.ts';
import { deriveKey } from '#server/platform/encryption/derive-key.ts';
import type { TestClient } from '#server/testing/test-client.ts';
import { type TestServer, startTestServer } from '#server/testing/test-server.ts';
import { createFormTokens } from './form-tokens.ts';

const path = '/api/sell';
const thanks = {
  message: 'Thanks! We’ll review it before sharing it.',
  reference: expect.stringMatching(/^[0-9A-F]{4}-[0-9A-F]{4}$/) as string,
};
let product: TestServer;
let root: TestClient;
let seller: TestClient;
beforeAll(async () => {
  product = await startTestServer();
  await product.intake.ready;
  root = await product.adminClient();
});
beforeEach(() => {
  seller = product.newClient();
});
afterAll(() => product.stop());

/** From a form that has been open for half a minute; one that is opened later counts as sent at once. */
const token = (openedAgo = 30_000) => {
  const { documents, config } = product.context;
  const key = deriveKey(loadKeys(config).credentials, 'form tokens');
  return createFormTokens({ documents, key, clock: () => new Date(Date.now() - openedAgo) }).issue();
};
const streets = ['Maple', 'Oak', 'Cedar', 'Elm', 'Birch', 'Walnut', 'Linden', 'Willow', 'Aspen', 'Hazel'];
let sellers = 0;
/** From another seller each time, with another text. */
const offer = (changes: object = {}) => {
  sellers += 1;
  const street = `${100 + 7 * sellers} ${String(streets[sellers % streets.length])} Street`;
  return {
    propertyType: 'house',
    address: street,
    zipCode: '48204',
    price: '$45,000',
    description: `Inherited three bedroom house at ${street}. Sold as-is, needs a roof.`,
    name: `Ann Heir-${sellers}`,
    email: `heir-${sellers}@example.com`,
    phone: '',
    consent: true,
    token: token(),
    ...changes,
  };
};
const send = async (body: object, headers = {}) => {
  const { status, text } = await seller.post(path, body, headers);
  return [status, status === 202 ? (JSON.parse(text) as unknown) : text];
};
const waiting = async () => JSON.parse((await root.get('/api/admin/review')).text) as ReviewItem[];
const heldOf = async ({ description }: { description: string }) =>
  (await waiting()).filter(({ listing }) => listing.details === description);
const held = async (body: { description: string }) => {
  expect(await send(body)).toEqual([202, thanks]);
  const [item] = await heldOf(body);
  if (!item) throw new Error('The offer is not held');
  return item;
};
const decide = (id: string, decision: string) => root.post(`/api/admin/review/${id}`, { decision });
const factsOf = async (id: string) => (await product.context.events.read(listingStream(id))).events;

describe('an offer of an owner', () => {
  it("An offer of an owner waits for an admin, who sees what the rules read and the seller's contact", async () => {
    const body = offer({ phone: '313-555-0123', shareContact: true });
    const item = await held(body);
    expect(item).toMatchObject({
      source: 'sell',
      reason: 'Submitted by owner',
      understood: {
        price: 45_000,
        priceText: '$45,000',
        propertyType: 'house',
        place: { zipCode: '48204', city: 'Detroit', state: 'MI' },
      },
      seller: { name: body.name, email: body.email, phone: '313-555-0123', address: body.address, shareContact: true },
    });
    expect(item.listing.title).toMatch(/^House in Detroit, MI: Inherited three bedroom house at \d+ \w+ Street$/);
    expect(item.listing.link).toBe(`${product.url}/offers/${item.id}`);
    expect(item.reasons.map(({ quote }) => quote)).toContain('Inherited');
    expect((await factsOf(item.id)).map(({ type }) => type)).toEqual(['ListingHeld']);
  });

  it('An offer of an owner waits whatever the rules say, and their verdict is quoted', async () => {
    const { reason } = await held(
      offer({ description: 'House for rent, two bedrooms, $950 a month, no pets please.', price: '$950' }),
    );
    expect(reason).toMatch(/^Submitted by owner\. The rules would reject it: /);
    const land = await held(
      offer({ description: 'Something that I own and do not need any more.', propertyType: 'raw land' }),
    );
    expect(land.understood.propertyType).toBe('raw land');
  });

  it('An offer of an owner leaves no data of its seller in the log or readable on disk', async () => {
    const body = offer({ name: 'Ottilie Unmistakable', email: 'unmistakable@example.com', phone: '(313) 555-9876' });
    const { id } = await held(body);
    const all: string[] = [];
    for (const name of (await readdir(product.dataDir)).filter((file) => file.includes('sqlite')))
      all.push((await readFile(join(product.dataDir, name))).toString('latin1'));
    expect(all.join('')).toContain(id);
    for (const secret of ['Ottilie', 'unmistakable@', '555-9876', '5559876'])
      expect(all.join('')).not.toContain(secret);
  });

  it('An offer of an owner is stored once however often it is sent', async () => {
    const body = offer();
    const key = { 'idempotency-key': randomUUID() };
    await Promise.all([send(body, key), send(body, key)]);
    expect(await send(body, key)).toEqual([202, thanks]);
    const [item, ...others] = await heldOf(body);
    expect([item?.reason, others]).toEqual(['Submitted by owner', []]);
    // The same text with small differences, days later, from another form.
    await send({ ...body, token: token(), description: ` ${body.description.toUpperCase()} ` });
    expect((await waiting()).filter(({ id }) => id === item?.id)).toHaveLength(1);
    expect(await factsOf(item?.id ?? '')).toHaveLength(1);
  });

  it('An offer of a rejected seller stays rejected, and the stored contact is deleted', async () => {
    const body = offer();
    const { id } = await held(body);
    expect(await product.context.sellers.contactOf(id)).not.toBeNull();
    expect((await decide(id, 'reject')).status).toBe(200);
    expect(await product.context.sellers.contactOf(id)).toBeNull();
    expect(await send({ ...body, token: token() })).toEqual([202, thanks]);
    expect(await heldOf(body)).toEqual([]);
    expect(await product.context.sellers.contactOf(id)).toBeNull();
  });

  it('An offer of an owner is refused where its ZIP is unknown or its form is invalid, with the field named', async () => {
    expect(await send(offer({ zipCode: '00000' }))).toEqual([
      400,
      'ZIP code 00000 is not known. Check it, or use one nearby.',
    ]);
    expect(await send(offer({ price: 'a lot' }))).toEqual([400, expect.stringMatching(/^Price must be/)]);
    expect(await send(offer({ email: '' }))).toEqual([400, 'Email or phone is required, so that we can reach you']);
    expect(await send(offer({ consent: false }))).toEqual([400, expect.stringMatching(/^Consent is required/)]);
    expect((await seller.post(path, 'x')).status).toBe(415);
  });

  it('An offer of an owner is refused with a message while offers by owners are switched off', async () => {
    const pause = (what: string) => root.post(`/api/admin/sources/sell/${what}`);
    expect((await pause('pause')).status).toBe(200);
    const body = offer();
    expect(await send(body)).toEqual([409, 'We’re not accepting offers right now. Please try again later.']);
    await pause('resume');
    expect(await send(body)).toEqual([202, thanks]);
  });
});

describe('what looks like spam', () => {
  it.each<[string, () => object, RegExp]>([
    ['fills in the hidden field', () => ({ website: 'https://spam.example' }), /a field that people do not see/],
    ['has no token', () => ({ token: undefined }), /did not come from the form/],
    ['has a forged token', () => ({ token: 'a.1.b' }), /did not come from the form/],
    ['comes at once', () => ({ token: token(-60_000) }), /within 3 seconds/],
    [
      'is full of links',
      () => ({ description: 'House here: http://a.example/1 and also http://b.example/2' }),
      /2 links/,
    ],
  ])('A form that %s is answered alike, and waits with the reason', async (_name, changes, reason) => {
    const item = await held(offer(changes()));
    expect(item.reason).toMatch(/^It looks like spam: /);
    expect(item.reason).toMatch(reason);
    expect(item.seller).toBeDefined();
  });

  it('A form that is sent again for another offer looks like spam', async () => {
    const used = token();
    await held(offer({ token: used }));
    expect((await held(offer({ token: used }))).reason).toMatch(/sent before/);
  });

  it('A text that another seller has sent looks like spam', async () => {
    const body = offer();
    await held(body);
    await send({ ...body, email: 'other@example.com', token: token() });
    const reasons = (await heldOf(body)).map(({ reason }) => reason);
    expect(reasons.sort()).toEqual(['It looks like spam: someone else has sent the same text', 'Submitted by owner']);
  });
});

describe('the page of an offer', () => {
  let member: TestClient;
  beforeAll(async () => {
    member = product.newClient();
    const { id } = await member.register(`${randomUUID()}@example.com`);
    await member.patch('/api/profile', { zipCode: '48204', maxPrice: 50_000 });
    await root.patch(`/api/admin/users/${id}/membership`, { status: 'active' });
  });
  const shown = async (id: string, client = member) => {
    const { status, text } = await client.get(`/api/offers/${id}`);
    return [status, status === 200 ? (JSON.parse(text) as unknown) : text];
  };

  it('The page of an offer is the target of the alert, with the contact that the owner shares', async () => {
    const body = offer({ shareContact: true, phone: '313-555-0123' });
    const { id, listing } = await held(body);
    expect(await shown(id)).toEqual([404, 'No such offer']);
    await decide(id, 'accept');
    const recent = async () => (await member.get('/api/listings/recent')).text;
    await expect.poll(recent).toContain(listing.link);
    expect(await recent()).not.toContain(body.email);
    expect(await shown(id)).toEqual([
      200,
      {
        id,
        title: listing.title,
        propertyType: 'house',
        price: 45_000,
        priceText: '$45,000',
        details: body.description,
        imageUrl: '',
        place: { zipCode: '48204', city: 'Detroit', county: 'Wayne', state: 'MI', isApproximate: true },
        location: { latitude: expect.closeTo(42.37, 1) as number, longitude: expect.closeTo(-83.14, 1) as number },
        signals: expect.arrayContaining([expect.objectContaining({ quote: 'Inherited' })]) as unknown,
        deal: null,
        gallery: [],
        address: body.address,
        offeredAt: expect.any(String) as string,
        contact: { name: body.name, email: body.email, phone: '313-555-0123' },
        isShared: true,
      },
    ]);
  });

  it('The page of an offer hides a contact that is not shared from members, not from admins', async () => {
    const body = offer();
    const { id } = await held(body);
    await decide(id, 'accept');
    expect(await shown(id)).toEqual([200, expect.objectContaining({ contact: null, isShared: false })]);
    const contact = { name: body.name, email: body.email, phone: null };
    expect(await shown(id, root)).toEqual([200, expect.objectContaining({ contact, isShared: false })]);
  });

  it('The page of an offer is for active members, and exists only for offers', async () => {
    const { id } = await held(offer());
    await decide(id, 'accept');
    const other = product.newClient();
    await other.register(`${randomUUID()}@example.com`);
    expect(await shown(id, other)).toEqual([403, expect.stringMatching(/^Members only/)]);
    expect(await shown(id, product.newClient())).toEqual([401, 'You are not signed in']);
    expect(await shown(randomUUID())).toEqual([404, 'No such offer']);
  });
});
