import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { sendUntilTaken, signDelivery } from '#server/testing/deliver-webhook.ts';
import type { IntakeResult } from '#domain/listing/contract.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, startTestServer } from '#server/testing/test-server.ts';

const secret = `whsec_${Buffer.from('thirty-two bytes of a test secret').toString('base64')}`;
const path = '/api/intake/listings';
const streets = ['Maple', 'Oak', 'Cedar', 'Elm', 'Birch', 'Walnut', 'Linden'];
/** Each offer is different and has its own address. */
const house = (number: number) => {
  const address = `${100 + 7 * number} ${String(streets[number % streets.length])} Street`;
  return {
    externalId: `house-${number}`,
    title: `Inherited 3 bedroom house at ${address}, must sell as-is`,
    price: '$45k obo',
    details: `Heirs want ${address} gone.`,
    link: `https://listings.example.com/${number}`,
    zipCode: '48204',
  };
};

type Delivery = { id?: string; at?: Date; type?: string; signature?: string; key?: string; method?: string };

describe('the webhook for listings', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ INTAKE_SECRET: secret });
    await server.intake.ready;
  });
  afterAll(() => server.stop());

  const deliver = async (body: unknown, given: Delivery = {}) => {
    const payload = typeof body === 'string' ? body : JSON.stringify(body);
    const { id = randomUUID(), at = new Date(), type = 'application/json', key = secret, method = 'POST' } = given;
    const headers = {
      ...(type && { 'content-type': type }),
      ...signDelivery(key, id, payload, at),
      ...(given.signature !== undefined && { 'webhook-signature': given.signature }),
    };
    return sendUntilTaken(server.url + path, { method, body: payload, headers });
  };
  const batch = (...listings: unknown[]) => ({ source: 'county-list', listings });
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

  it('The webhook for listings answers when the pages show the new listings', async () => {
    const root = await server.adminClient();
    for (const n of [71, 72, 73]) {
      await deliver(batch({ ...house(n), price: 'make offer' }));
      await expect.poll(async () => (await root.get('/api/admin/review')).text).toContain(house(n).title);
    }
  });

  it('The webhook for listings answers 202 with counts that add up', async () => {
    const { status, text } = await deliver(batch(house(1), house(1), { ...house(2), price: 'make offer' }, 'rubbish'));
    expect(status).toBe(202);
    expect(JSON.parse(text)).toEqual({
      accepted: 1,
      duplicates: 1,
      review: [{ index: 2, reason: 'No valid price found' }],
      rejected: [{ index: 3, reason: 'A listing must be an object with a title and a link' }],
    });
  });

  it('The webhook for listings answers a repeated id as before, and changes nothing', async () => {
    const id = randomUUID();
    const first = await deliver(batch(house(3)), { id });
    expect(JSON.parse(first.text)).toMatchObject({ accepted: 1 });
    expect(await deliver(batch(house(3)), { id })).toEqual(first);
    expect(await deliver(batch(house(4)), { id })).toEqual(first);
    expect(JSON.parse((await deliver(batch(house(4)))).text)).toMatchObject({ accepted: 1 });
  });

  it('The webhook for listings gives both copies of one id that arrive at the same moment the same answer', async () => {
    const id = randomUUID();
    const [first, second] = await Promise.all([deliver(batch(house(5)), { id }), deliver(batch(house(5)), { id })]);
    expect(second).toEqual(first);
    expect(JSON.parse(first.text)).toMatchObject({ accepted: 1 });
  });

  it('The webhook for listings accepts a delivery with several signatures of which one is valid', async () => {
    const id = randomUUID();
    const at = new Date();
    const payload = JSON.stringify(batch(house(6)));
    const signature = `v1,${Buffer.from('x'.repeat(32)).toString('base64')} ${new Webhook(secret).sign(id, at, payload)}`;
    expect(await deliver(payload, { id, at, signature })).toMatchObject({ status: 202 });
  });

  const isWrong = 'The header webhook-signature is wrong: it does not fit INTAKE_SECRET and the body';
  it.each([
    ['of another secret', { key: `whsec_${Buffer.from('not the secret of this server').toString('base64')}` }, isWrong],
    ['of another shape', { signature: 'v1' }, isWrong],
    ['of another version', { signature: 'v2,AAAA' }, isWrong],
    ['that is empty', { signature: '' }, 'The header webhook-signature is missing'],
    ['older than 5 minutes', { at: minutesAgo(6) }, 'The header webhook-timestamp is more than 5 minutes old'],
    ['from the future', { at: minutesAgo(-30) }, 'The header webhook-timestamp is more than 5 minutes in the future'],
  ])('The webhook for listings refuses a signature %s with 401, and names the header', async (_what, given, text) => {
    expect(await deliver(batch(house(7)), given)).toEqual({ status: 401, text });
  });

  it.each([
    ['webhook-id', null, 'The header webhook-id is missing'],
    ['webhook-timestamp', null, 'The header webhook-timestamp is missing'],
    ['webhook-timestamp', 'today', 'The header webhook-timestamp must be seconds since 1970'],
  ])('The webhook for listings names the header %s of value %s', async (name, value, text) => {
    const payload = JSON.stringify(batch(house(7)));
    const headers = new Headers({ 'content-type': 'application/json', ...signDelivery(secret, randomUUID(), payload) });
    if (value === null) headers.delete(name);
    else headers.set(name, value);
    expect(await sendUntilTaken(server.url + path, { method: 'POST', body: payload, headers })).toEqual({
      status: 401,
      text,
    });
  });

  it('The webhook for listings tolerates clocks that differ by less than 5 minutes', async () => {
    expect(await deliver(batch(), { at: minutesAgo(4) })).toMatchObject({ status: 202 });
    expect(await deliver(batch(), { at: minutesAgo(-4) })).toMatchObject({ status: 202 });
  });

  it.each(['sell', 'admin-entry', 'simulator', 'imap'])(
    'The webhook for listings refuses the name %s of another source with 400',
    async (source) => {
      const answer = await deliver({ ...batch(house(8)), source });
      expect(answer).toEqual({ status: 400, text: `source ${source} is the name of another source` });
    },
  );

  it('The webhook for listings compares the time of a delivery with the clock of the server', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'clock-'));
    await writeFile(join(folder, 'clock'), minutesAgo(60).toISOString());
    const env = { INTAKE_SECRET: secret, NODE_ENV: 'test', CLOCK_FILE: join(folder, 'clock') };
    const past = await startTestServer(env);
    await past.intake.ready;
    const payload = JSON.stringify(batch());
    const statuses: number[] = [];
    for (const at of [minutesAgo(60), new Date()]) {
      const id = randomUUID();
      const signed = { 'webhook-id': id, 'webhook-timestamp': String(Math.floor(at.getTime() / 1000)) };
      const headers = { 'content-type': 'application/json', ...signed };
      const signature = new Webhook(secret).sign(id, at, payload);
      const sent = { method: 'POST', body: payload, headers: { ...headers, 'webhook-signature': signature } };
      statuses.push((await fetch(`${past.url}/api/intake/listings`, sent)).status);
    }
    expect(statuses).toEqual([202, 401]);
    await past.stop();
    await rm(folder, { recursive: true });
  });

  it('The webhook for listings refuses other types with 415, after the signature', async () => {
    expect(await deliver(batch(), { type: 'text/plain' })).toMatchObject({ status: 415 });
    expect(await deliver(batch(), { type: 'text/plain', signature: 'v1,AAAA' })).toMatchObject({ status: 401 });
  });

  it('The webhook for listings refuses more than 2 MB with 413, announced or not', async () => {
    const large = JSON.stringify(batch({ ...house(8), details: 'x'.repeat(2_100_000) }));
    expect(await deliver(large)).toMatchObject({ status: 413 });
    const id = randomUUID();
    const unannounced = {
      method: 'POST',
      body: new Blob([large]).stream(),
      duplex: 'half',
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
        'webhook-signature': new Webhook(secret).sign(id, new Date(), large),
      },
    };
    const response = await fetch(server.url + path, unannounced);
    expect(response.status).toBe(413);
  });

  it('The webhook for listings says which optional field of which listing it left out, and why', async () => {
    const listings = [
      { ...house(301), zipCode: 48_204, latitude: '42.36', longitude: '-83.07', postedAt: '2026-04-30 17:01:55' },
      { ...house(302), postedAt: 'last Tuesday', imageUrl: 'data:image/png;base64,AAAA' },
      { ...house(303), latitude: 'north', propertyType: 'XQ7', externalId: 303 },
    ];
    const { status, text } = await deliver(batch(...listings));
    expect([status, JSON.parse(text)]).toEqual([
      202,
      {
        accepted: 3,
        duplicates: 0,
        review: [],
        rejected: [],
        leftOut: [
          {
            index: 1,
            field: 'postedAt',
            value: 'last Tuesday',
            reason: 'postedAt must be an ISO 8601 date or time',
          },
          {
            index: 1,
            field: 'imageUrl',
            value: 'data:image/png;base64,AAAA',
            reason: 'imageUrl must start with http:// or https://',
          },
          { index: 2, field: 'latitude', value: 'north', reason: 'latitude must be a number' },
          { index: 2, field: 'propertyType', value: 'XQ7', reason: 'propertyType names no known type' },
        ],
      },
    ]);
  });

  it('The webhook for listings takes a body just below 2 MB', async () => {
    const listings = Array.from({ length: 95 }, (_, n) => ({ ...house(n), details: 'x'.repeat(20_001) }));
    const { status, text } = await deliver(batch(...listings));
    expect(status).toBe(202);
    const { rejected, leftOut } = JSON.parse(text) as IntakeResult;
    expect([rejected, leftOut?.length]).toEqual([[], 95]);
  });

  it.each([
    ['malformed JSON', '{"source": "county-list", "listings": [', /JSON/],
    ['an empty body', '', /JSON/],
    ['a list', [], /object/],
    ['no source', { listings: [] }, /source/],
    ['a wrong source', { source: 'County List', listings: [] }, /source/],
    ['no listings', { source: 'county-list' }, /listings/],
    ['more than 500 listings', batch(...Array.from({ length: 501 }, () => ({}))), /500/],
  ])('The webhook for listings refuses %s with 400 and a message', async (_what, body, sentence) => {
    const { status, text } = await deliver(body);
    expect(status).toBe(400);
    expect(text).toMatch(sentence);
  });

  it('The webhook for listings accepts no other method', async () => {
    const response = await fetch(server.url + path);
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toContain('POST');
  });

  it('The webhook for listings takes 500 listings at once', async () => {
    const listings = Array.from({ length: 500 }, (_, n) => house(1000 + n));
    const { status, text } = await deliver(batch(...listings));
    expect(status).toBe(202);
    const { accepted, duplicates } = JSON.parse(text) as { accepted: number; duplicates: number };
    expect(accepted + duplicates).toBe(500);
  });
});

it('There is no webhook without a secret', async () => {
  const server = await startTestServer();
  const response = await fetch(server.url + path, { method: 'POST', body: '{}' });
  expect(response.status).toBe(404);
  await server.stop();
});
