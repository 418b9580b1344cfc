import { beforeAll, describe, expect, it } from 'vitest';
import { listingStream } from '#domain/event-catalog/streams.ts';
import type { ReviewItem } from '#domain/review.contract.ts';
import { loadKeys } from '#server/platform/modules/platform.ts';
import { deriveKey } from '#server/platform/encryption/derive-key.ts';
import { setUpAdmin, setUpServer } from '#server/testing/set-up-server.ts';
import { startTestServer } from '#server/testing/test-server.ts';
import { createFormTokens } from './form-tokens.ts';

const thanks = {
  message: 'Thanks! We’ll review it before sharing it.',
  reference: expect.any(String) as string,
};
const product = setUpServer();
beforeAll(() => product.intake.ready);
const root = setUpAdmin(product);

/** From a form that has been open for half a minute. */
const token = () => {
  const { documents, config } = product.context;
  const key = deriveKey(loadKeys(config).credentials, 'form tokens');
  return createFormTokens({ documents, key, clock: () => new Date(Date.now() - 30_000) }).issue();
};
let offers = 0;
const offer = () => {
  offers += 1;
  return {
    propertyType: 'house',
    zipCode: '48204',
    price: '$45,000',
    description: `Inherited three bedroom house number ${offers}. Sold as-is, needs a roof.`,
    name: 'Ann Heir',
    email: `heir-${offers}@example.com`,
    consent: true,
    token: token(),
  };
};
const send = async (body: object, headers = {}) => {
  const { status, text } = await product.newClient().post('/api/sell', body, headers);
  return [status, JSON.parse(text) as unknown];
};
const heldOf = async ({ description }: { description: string }) => {
  const items = JSON.parse((await root.get('/api/admin/review')).text) as ReviewItem[];
  return items.filter(({ listing }) => listing.details === description);
};
const factsOf = async (id: string) => (await product.context.events.read(listingStream(id))).events;

describe('an offer that is sent again', () => {
  it('An offer of an owner that is sent again with the same form, for a double click or a lost answer, changes nothing', async () => {
    const body = offer();
    const answers = await Promise.all([send(body), send(body), send(body)]);
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers).toEqual([
      [202, thanks],
      [202, thanks],
      [202, thanks],
    ]);
    expect(await send(body, { 'x-forwarded-for': '203.0.113.77' })).toEqual([202, thanks]);
    const [item, ...others] = await heldOf(body);
    expect([item?.reason, others]).toEqual(['Submitted by owner', []]);
    expect(await factsOf(item?.id ?? '')).toHaveLength(1);
    expect(await product.context.sellers.contactOf(item?.id ?? '')).toMatchObject({ email: body.email });
  });

  it('An offer of an owner that was accepted stays as it is when its form is sent again', async () => {
    const body = offer();
    await send(body);
    const [{ id } = { id: '' }] = await heldOf(body);
    await root.post(`/api/admin/review/${id}`, { decision: 'accept' });
    const before = (await factsOf(id)).length;
    expect(await send(body)).toEqual([202, thanks]);
    expect(await send({ ...body, token: token() })).toEqual([202, thanks]);
    expect([(await factsOf(id)).length, await heldOf(body)]).toEqual([before, []]);
    expect(await product.context.sellers.contactOf(id)).not.toBeNull();
  });

  it('An offer of an owner that was accepted keeps its contact when it is sent again with another one', async () => {
    const body = offer();
    await send(body);
    const [{ id } = { id: '' }] = await heldOf(body);
    await send({ ...body, token: token(), phone: '313-555-0100' });
    await root.post(`/api/admin/review/${id}`, { decision: 'accept' });
    await send({ ...body, token: token(), name: 'Mallory', phone: '313-555-0199', shareContact: true });
    const contact = { name: 'Ann Heir', phone: '313-555-0100', shareContact: false };
    expect(await product.context.sellers.contactOf(id)).toMatchObject(contact);
  });
});

describe('the rate limit of offers', () => {
  it('The rate limit of offers counts those of one address, and says when to try again', async () => {
    const limited = await startTestServer({ RATE_SELL: '2/1h' });
    try {
      await limited.intake.ready;
      const somebody = limited.newClient();
      const post = () => somebody.post('/api/sell', offer());
      expect((await post()).status).toBe(202);
      expect((await somebody.post('/api/sell', {})).status).toBe(400);
      expect((await post()).status).toBe(202);
      const { status, text, headers } = await post();
      expect([status, text]).toEqual([429, 'Too many offers. Please try again in 60 minutes.']);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(3500);
    } finally {
      await limited.stop();
    }
  });
});
