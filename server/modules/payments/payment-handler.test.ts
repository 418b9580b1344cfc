import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { userStream } from '#domain/event-catalog/streams.ts';
import { type TestClient, parseUser } from '#server/testing/test-client.ts';
import { type TestServer, startTestServer } from '#server/testing/test-server.ts';
import { unixSeconds, type PaymentEvent, createPaymentEvents, serializeEvent } from './testing/payment-events.ts';

const path = '/api/webhooks/payments';
const secret = 'whsec_of_this_very_test_only';

let product: TestServer;
beforeAll(async () => {
  product = await startTestServer({ PAYMENT_WEBHOOK_SECRET: secret });
});
afterAll(() => product.stop());

type Delivery = { key?: string; signedAt?: number; signature?: string };

async function deliverText(payload: string, { key = secret, signedAt = unixSeconds(), signature }: Delivery = {}) {
  const header = Stripe.webhooks.generateTestHeaderString({ payload, secret: key, timestamp: signedAt });
  const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature ?? header };
  const answer = await fetch(product.url + path, { method: 'POST', body: payload, headers });
  return { status: answer.status, text: await answer.text() };
}

async function deliver(event: PaymentEvent, delivery: Delivery = {}): Promise<number> {
  return (await deliverText(serializeEvent(event), delivery)).status;
}

/** A user with ids for their payments. */
async function payer() {
  const client = product.newClient();
  const { id: userId } = await client.register(`${randomUUID()}@example.com`);
  return { client, userId, ...createPaymentEvents(userId) };
}

const statusOf = async (client: TestClient) => parseUser(await client.get('/api/user')).membershipStatus;
const typesOf = async (userId: string) =>
  (await product.context.events.read(userStream(userId))).events.map(({ type }) => type).slice(1);

describe('a membership follows its payment', () => {
  it('A membership is active when the checkout is paid, by the payment provider', async () => {
    const { client, userId, bought } = await payer();
    expect(await deliverText(serializeEvent(bought()))).toEqual({ status: 200, text: '{"received":true}' });
    expect(await statusOf(client)).toBe('active');
    expect(parseUser(await client.get('/api/user')).memberSince).not.toBeNull();
    const { events } = await product.context.events.read(userStream(userId));
    expect(events.at(-1)?.metadata.actor).toBe('payments');
  });

  it.each(['no_payment_required', 'paid'])(
    "A membership is active for 'payment_status: %s'",
    async (payment_status) => {
      const { client, bought } = await payer();
      await deliver(bought({ payment_status }));
      expect(await statusOf(client)).toBe('active');
    },
  );

  it('A membership stays inactive until a delayed payment completes', async () => {
    const { client, bought } = await payer();
    await deliver(bought({ payment_status: 'unpaid' }));
    expect(await statusOf(client)).toBe('unconfirmed');
    await deliver({ ...bought(), type: 'checkout.session.async_payment_succeeded' });
    expect(await statusOf(client)).toBe('active');
  });

  it('A membership ends with the subscription', async () => {
    const { client, bought, ended } = await payer();
    await deliver(bought());
    await deliver(ended());
    expect(await statusOf(client)).toBe('unconfirmed');
  });

  it.each(['unpaid', 'canceled', 'incomplete_expired'])(
    "A membership ends when the subscription becomes '%s'",
    async (status) => {
      const { client, bought, became } = await payer();
      await deliver(bought());
      await deliver(became(status));
      expect(await statusOf(client)).toBe('unconfirmed');
    },
  );

  it('A membership survives a failed payment that will be retried, and ends with the last attempt', async () => {
    const { client, bought, became, failed } = await payer();
    await deliver(bought());
    await deliver(failed(unixSeconds() + 86_400));
    await deliver(became('past_due'));
    expect(await statusOf(client)).toBe('active');
    await deliver(failed(null));
    expect(await statusOf(client)).toBe('unconfirmed');
  });

  it('A membership is restored when the overdue amount is paid', async () => {
    const { client, bought, failed, became } = await payer();
    await deliver(bought());
    await deliver(failed(null));
    await deliver(became('active', { created: unixSeconds() + 1 }));
    expect(await statusOf(client)).toBe('active');
  });

  it('The subscription of an invoice is found where newer versions of the provider put it', async () => {
    const { client, bought, customer, subscription } = await payer();
    await deliver(bought());
    const parent = { subscription_details: { subscription } };
    await deliver({ type: 'invoice.payment_failed', object: { customer, parent, next_payment_attempt: null } });
    expect(await statusOf(client)).toBe('unconfirmed');
  });

  it('A membership ends with the subscription of a checkout that contained only the customer', async () => {
    const { client, bought, ended } = await payer();
    await deliver(bought({ subscription: null, id: undefined }));
    expect(await statusOf(client)).toBe('active');
    await deliver(ended());
    expect(await statusOf(client)).toBe('unconfirmed');
  });

  it('A membership stays while another subscription of the user is paid', async () => {
    const { client, bought, ended } = await payer();
    await deliver(bought());
    await deliver(bought({ subscription: `sub_${randomUUID()}` }));
    await deliver(ended());
    expect(await statusOf(client)).toBe('active');
  });

  it('A membership stays as an admin set it while a subscription simply continues', async () => {
    const { client, userId, bought, became } = await payer();
    await deliver(bought());
    const root = await product.adminClient();
    await root.patch(`/api/admin/users/${userId}/membership`, { status: 'unconfirmed' });
    await deliver(became('active', { created: unixSeconds() + 5 }));
    expect(await statusOf(client)).toBe('unconfirmed');
  });
});

describe('events that arrive in the wrong order', () => {
  it('Events that arrive in the wrong order leave an ended subscription ended when its checkout arrives late', async () => {
    const { client, userId, bought, ended } = await payer();
    await deliver(ended({ created: unixSeconds() }));
    await deliver(bought({}, { created: unixSeconds() - 60 }));
    expect(await statusOf(client)).toBe('unconfirmed');
    expect(await typesOf(userId)).toEqual([]);
  });

  it('Events that arrive in the wrong order do not cancel what was paid after an older failure', async () => {
    const { client, bought, failed } = await payer();
    await deliver(bought({}, { created: unixSeconds() }));
    await deliver(failed(null, { created: unixSeconds() - 60 }));
    expect(await statusOf(client)).toBe('active');
  });

  it('Events that arrive in the wrong order activate when the first invoice arrives before the checkout that names the user', async () => {
    const { client, bought, became } = await payer();
    await deliver(became('active', { created: unixSeconds() }));
    expect(await statusOf(client)).toBe('unconfirmed');
    await deliver(bought({}, { created: unixSeconds() - 1 }));
    expect(await statusOf(client)).toBe('active');
  });
});

describe('a delivery that changes nothing', () => {
  it('A delivery that changes nothing is one that is repeated, even at the same moment', async () => {
    const { client, userId, bought, ended } = await payer();
    const first = bought({}, { id: `evt_${randomUUID()}`, created: unixSeconds() + 10 });
    expect(await Promise.all([deliver(first), deliver(first)])).toEqual([200, 200]);
    await deliver(ended({ created: unixSeconds() + 20 }));
    expect(await deliver(first)).toBe(200);
    expect(await statusOf(client)).toBe('unconfirmed');
    expect(await typesOf(userId)).toEqual(['MembershipActivated', 'MemberSinceSet', 'MembershipDeactivated']);
  });

  it.each<[string, Delivery]>([
    ['forged', { key: 'whsec_of_somebody_else' }],
    ['older than 5 minutes', { signedAt: unixSeconds() - 301 }],
    ['signed with nothing', { signature: '' }],
    ['signed with rubbish', { signature: 't=1,v1=00' }],
    ['signed with a text of another shape', { signature: 'constructor' }],
    ['signed with a time that is no number', { signature: 't=Infinity,v1=' }],
    ['signed with signs alone', { signature: ',=,==,' }],
    ['signed with letters of other alphabets', { signature: `t=${unixSeconds()},v1=\u00e9\u00fc` }],
  ])('A delivery that changes nothing is one that is %s: 401', async (_what, delivery) => {
    const { client, bought } = await payer();
    expect(await deliver(bought(), delivery)).toBe(401);
    expect(await statusOf(client)).toBe('unconfirmed');
  });

  it('A delivery that changes nothing is one whose body differs from the signed one', async () => {
    const { client, bought } = await payer();
    const signature = Stripe.webhooks.generateTestHeaderString({ payload: serializeEvent(bought()), secret });
    expect(await deliver(bought(), { signature })).toBe(401);
    expect(await statusOf(client)).toBe('unconfirmed');
  });

  it.each(['nobody-of-ours', randomUUID(), '%00', '../x', null])(
    'A delivery that changes nothing is one for user %j: 200',
    async (id) => {
      const { bought } = await payer();
      expect(await deliver(bought({ client_reference_id: id }))).toBe(200);
    },
  );

  it('A delivery that changes nothing is one for a deleted user: 200', async () => {
    const { userId, bought } = await payer();
    const { user } = await import('#domain/user/decider.ts');
    const command = { type: 'Delete', data: { userId } } as const;
    await product.context.handle(user, userStream(userId), command, { actor: 'system', commandId: randomUUID() });
    expect(await deliver(bought())).toBe(200);
    expect(await typesOf(userId)).toEqual(['UserDeleted']);
  });

  it('A delivery that changes nothing is one of another type: 200', async () => {
    expect(await deliver({ type: 'customer.created', object: { id: 'cus_1' } })).toBe(200);
    expect(await deliver({ type: 'toString', object: {} })).toBe(200);
  });
});

describe('a delivery that is refused', () => {
  it.each([
    ['no JSON', '{"id": "evt_1"'],
    ['nothing', ''],
    ['a list', '[]'],
    ['no event', '{}'],
    ['an event without a time', JSON.stringify({ id: 'evt_1', type: 'x', data: { object: {} } })],
    ['a checkout that is none', serializeEvent({ type: 'checkout.session.completed', object: { customer: 7 } })],
    ['a checkout for a user with half a letter', serializeEvent(createPaymentEvents('\ud800').bought())],
    ['a checkout of half a letter', serializeEvent(createPaymentEvents('ann').bought({ customer: '\udc00' }))],
    ['a subscription without an id', serializeEvent({ type: 'customer.subscription.deleted', object: { id: 7 } })],
  ])('A delivery that is refused answers that %s is malformed: 400', async (_what, payload) => {
    const { status, text } = await deliverText(payload);
    expect(status).toBe(400);
    expect(text).toMatch(/JSON|no payment event/);
  });

  it('A delivery that is refused is one that is too large, or has another method', async () => {
    expect((await deliverText('x'.repeat(1_000_001))).status).toBe(413);
    expect((await fetch(product.url + path)).status).toBe(405);
  });

  it('A delivery that is refused finds no route where no secret is set', async () => {
    const other = await startTestServer();
    onTestFinished(() => other.stop());
    expect((await fetch(other.url + path, { method: 'POST', body: '{}' })).status).toBe(404);
  });
});

it('Payments are remembered across a restart', async () => {
  const { client, userId, bought, ended } = await payer();
  await deliver(bought());
  const { dataDir } = product;
  await product.close();
  product = await startTestServer({ PAYMENT_WEBHOOK_SECRET: secret, DATA_DIR: dataDir });
  await deliver(ended());
  const answer = await product.newClient().get('/api/user', { cookie: client.cookie() });
  expect(parseUser(answer)).toMatchObject({ id: userId, membershipStatus: 'unconfirmed' });
});
