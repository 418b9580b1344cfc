import { createListingView } from '#domain/alert/testing/examples.ts';
import { createECDH, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { DeadLetterView } from '#domain/dead-letter/contract.ts';
import { createBounceRegistry, isBouncing } from '../channels/email/bounces.ts';
import { type Mail, mailChannel } from '../channels/email/transport/mail.ts';
import { setUpMailingServer } from '../channels/email/testing/mailing-server.ts';
import { parseUser } from '#server/testing/test-client.ts';
import { createFailedEvents } from '#server/platform/subscriptions/failed-events.ts';
import { documentSpaces } from '#projections/store/document-spaces.ts';
import { startPosition, toPosition } from '#domain/shared/decider.ts';
import type { OutboxItem } from '#server/platform/outbox/item.ts';
import { setUpAdmin } from '#server/testing/set-up-server.ts';
import { pushChannel, type PushContent } from '../channels/push/push-adapter.ts';
import { toDeadLetterId } from './dead-letters.ts';

const product = setUpMailingServer();
const root = setUpAdmin(product);

const sampleListing = createListingView({ id: randomUUID(), title: 'House on Elm St' });
const path = '/api/admin/dead-letters';
const list = async (query = '') => {
  const { text, headers } = await root.get(path + query);
  return { letters: JSON.parse(text) as DeadLetterView[], headers }; // the tests check the fields
};
const member = async () => {
  const email = `${randomUUID()}@example.com`;
  const { id } = await product.newClient().register(email);
  parseUser(await root.patch(`/api/admin/users/${id}/membership`, { status: 'active' }));
  return { id, email };
};
/** A mail that was given up some time ago. */
const dead = async (userId: string, changes: Partial<Mail> = {}): Promise<Mail> => {
  const mail: Mail = {
    id: `${randomUUID()}/${userId}`,
    channel: mailChannel,
    state: 'dead',
    queuedAt: 0,
    userId,
    createdAt: '2026-03-01T12:00:00.000Z',
    position: startPosition,
    attempts: 9,
    due: Date.parse('2026-03-01T20:00:00.000Z'),
    error: 'Mailbox full',
    content: { kind: 'higher-limit', limit: 200_000 },
    ...changes,
  };
  await product.context.documents.put('outbox', mail);
  return mail;
};
const resend = (id: string, client = root) => client.post(`${path}/${id}/resend`);
const lines = async () => {
  const log = JSON.parse((await root.get('/api/admin/workflow-logs')).text) as { details: string }[];
  return log.map(({ details }) => details);
};

describe('a mail that failed permanently', () => {
  it('A mail that failed permanently is listed with its receiver and the reason of the failure', async () => {
    const { id, email } = await member();
    const mail = await dead(id);
    const { letters, headers } = await list();
    expect(letters[0]).toEqual({
      id: expect.stringMatching(/^[\w-]+$/) as string,
      kind: 'mail',
      recipient: email,
      about: { kind: 'user', id },
      subject: 'Higher price limit',
      reason: 'Mailbox full',
      failedAt: '2026-03-01T20:00:00.000Z',
      attempts: 9,
      refusal: null,
    });
    expect(headers.get('x-total-count')).toBe('1');
    expect((await root.post(`${path}/${toDeadLetterId(mail.id)}/discard`)).status).toBe(200);
  });

  it('A mail that failed permanently is sent again once, under its Message-ID, and the log names the admin who sent it', async () => {
    const { id, email } = await member();
    const mail = await dead(id);
    const letter = toDeadLetterId(mail.id);
    expect((await resend(letter)).status).toBe(200);
    const again = await resend(letter);
    expect([again.status, again.text]).toEqual([404, 'No such dead letter']);
    await expect.poll(() => product.received(email).length).toBe(1);
    await expect.poll(lines).toContain(`Mail about a higher limit to ${email} sent again by root@example.com`);
    const first = /^Message-ID: (.+)$/im.exec(product.received(email)[0]?.raw ?? '')?.[1];
    await product.context.documents.put('outbox', mail);
    await resend(letter);
    await expect.poll(() => product.received(email).length).toBe(2);
    expect(/^Message-ID: (.+)$/im.exec(product.received(email)[1]?.raw ?? '')?.[1]).toBe(first);
  });

  it('A mail that failed permanently is not sent to a deleted user, a user who turned mails off or a user without membership', async () => {
    const content: Mail['content'] = { kind: 'alerts', listings: [], total: 2, isDaily: false };
    const [gone, quiet, left] = [await member(), await member(), await member()];
    await root.send('DELETE', `/api/admin/users/${gone.id}`);
    const ids: string[] = [];
    for (const { id } of [gone, quiet, left]) ids.push(toDeadLetterId((await dead(id, { content })).id));
    await root.patch(`/api/admin/users/${left.id}/membership`, { status: 'unconfirmed' });
    const own = product.newClient();
    await own.post('/api/login', { email: quiet.email, password: 'house hunter' });
    parseUser(await own.patch('/api/profile', { alertMails: false }));
    const answers = [];
    for (const id of ids) answers.push(await resend(id));
    expect(answers.map(({ status, text }) => [status, text])).toEqual([
      [409, 'This user was deleted since'],
      [409, 'This member has turned off alert emails'],
      [409, 'This membership is no longer active'],
    ]);
    const shown = (await list()).letters.filter(({ id }) => ids.includes(id));
    expect(shown.map(({ refusal }) => refusal).filter((refusal) => refusal !== null)).toHaveLength(3);
    expect(shown.find(({ id }) => id === ids[0])).toMatchObject({ recipient: null, about: null });
    for (const id of ids) await root.post(`${path}/${id}/discard`);
    expect((await list()).letters).toEqual([]);
    await expect
      .poll(async () => (await lines())[0])
      .toMatch(/^Undelivered mail about new listings to .+ discarded by root@example\.com$/);
  });

  it('A mail that failed permanently can be sent again together with all others, and is listed in pages', async () => {
    const people = [await member(), await member(), await member()];
    for (const { id } of people) await dead(id);
    const gone = await member();
    await root.send('DELETE', `/api/admin/users/${gone.id}`);
    await dead(gone.id);
    const page = await list('?limit=3');
    expect([page.letters.length, page.headers.get('x-total-count')]).toEqual([3, '4']);
    const next = /^<([^>]+)>; rel="next"$/.exec(page.headers.get('link') ?? '')?.[1] ?? '';
    expect(JSON.parse((await root.get(next)).text)).toHaveLength(1);
    expect((await root.get(`${path}?cursor=x`)).status).toBe(400);
    // It is answered after 2 s at the latest.
    expect([200, 202]).toContain((await root.post(`${path}/resend`)).status);
    await expect
      .poll(async () => JSON.parse((await root.get(`${path}/resend`)).text) as object)
      .toMatchObject({
        endedAt: expect.any(String) as string,
        resent: 3,
        refused: 1,
        left: 0,
        refusals: [{ reason: 'This user was deleted since', count: 1 }],
      });
    for (const { email } of people)
      await expect.poll(lines).toContain(`Mail about a higher limit to ${email} sent again by root@example.com`);
    for (const { email } of people) await expect.poll(() => product.received(email).length).toBe(1);
  });

  it('A mail that failed permanently is sent again to an address that bounced, which then takes mail again', async () => {
    const { id, email } = await member();
    await createBounceRegistry(product.context).record({ address: email, status: '5.1.1' });
    const user = { id, email };
    expect(await isBouncing(product.context.documents, user)).toBe(true);
    const content: Mail['content'] = { kind: 'alerts', listings: [sampleListing], total: 1, isDaily: false };
    const mail = await dead(id, { content });
    expect((await resend(toDeadLetterId(mail.id))).status).toBe(200);
    await expect.poll(() => product.received(email).length).toBe(1);
    expect(await isBouncing(product.context.documents, user)).toBe(false);
  });

  it('A failed mail with an unknown id is answered as not found', async () => {
    for (const id of ['x', randomUUID(), '%00', 'a'.repeat(5000)]) {
      const { status, text } = await resend(id);
      expect([status, text]).toEqual([404, 'No such dead letter']);
    }
  });
});

describe('a push that failed permanently', () => {
  const browser = (n: number) => ({
    endpoint: `https://push.example.com/${n}`,
    keys: { p256dh: createECDH('prime256v1').generateKeys('base64url'), auth: 'A'.repeat(22) },
  });
  /** A push to the browser of a new member that was given up. */
  const deadPush = async () => {
    const email = `${randomUUID()}@example.com`;
    const client = product.newClient();
    const { id: userId } = await client.register(email);
    parseUser(await root.patch(`/api/admin/users/${userId}/membership`, { status: 'active' }));
    const wanted = browser(1);
    expect((await client.post('/api/push/subscriptions', wanted)).status).toBe(201);
    const [subscription] = await product.context.push.subscriptions.listByUser(userId);
    // A push that failed long ago would be removed by the sender.
    const failedAt = new Date(Date.now() - 3_600_000);
    const doc: OutboxItem<PushContent> = {
      id: `push:${randomUUID()}/x`,
      channel: pushChannel,
      state: 'dead',
      userId,
      position: startPosition,
      attempts: 6,
      due: failedAt.getTime(),
      createdAt: failedAt.toISOString(),
      queuedAt: failedAt.getTime(),
      content: {
        subscriptionId: subscription?.id ?? '',
        message: { tag: 'a', title: 'New listing in your area', body: 'House on Elm, $45,000', url: '/' },
      },
      error: 'The push service answered with status 503',
    };
    await product.context.documents.put('outbox', doc);
    return { client, email, wanted, doc, id: toDeadLetterId(doc.id) };
  };

  it('A push that failed permanently is listed, and sent again as a new message', async () => {
    const { id, email, doc } = await deadPush();
    const { letters } = await list();
    expect(letters.find((letter) => letter.id === id)).toMatchObject({
      kind: 'push',
      recipient: email,
      subject: 'House on Elm, $45,000',
      attempts: 6,
      refusal: null,
      reason: 'The push service answered with status 503',
    });
    expect((await resend(id)).status).toBe(200);
    await expect.poll(lines).toContain(`Push to ${email} sent again by root@example.com`);
    const again = await product.context.documents.get<typeof doc>('outbox', doc.id);
    expect(again === null || again.queuedAt > doc.queuedAt).toBe(true);
  });

  it('A push that failed permanently is not sent to a browser that has unsubscribed', async () => {
    const { id, client, wanted } = await deadPush();
    await client.send('DELETE', '/api/push/subscriptions', { body: { endpoint: wanted.endpoint } });
    const { status, text } = await resend(id);
    expect([status, text]).toEqual([409, 'This browser has turned off notifications']);
    expect((await root.post(`${path}/${id}/discard`)).status).toBe(200);
    expect((await list()).letters.map((letter) => letter.id)).not.toContain(id);
  });
});

it('An event that failed is listed once, also where the one before it was handled between two pages', async () => {
  const { documents, clock, log } = product.context;
  const failed = createFailedEvents({ documents, clock, log });
  const failedIds = new Map([101, 102, 103, 104].map((n) => [toDeadLetterId(`test:${n}`), `test:${n}`]));
  const [event] = await product.context.events.readAll(startPosition, 1);
  if (!event) throw new Error('The log is empty');
  for (const id of failedIds.values()) {
    const position = toPosition(Number(id.slice('test:'.length)));
    await failed.add({ subscription: 'test', event: { ...event, position }, error: 'x' });
  }
  const ids: string[] = [];
  for (let next = `${path}?limit=1`; next !== ''; ) {
    const { text, headers } = await root.get(next);
    const [letter] = JSON.parse(text) as DeadLetterView[]; // the test looks at ids
    const id = letter?.id ?? '';
    expect(ids).not.toContain(id);
    ids.push(id);
    await documents.remove(documentSpaces.failedEvents, failedIds.get(id) ?? '');
    next = /^<([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1] ?? '';
  }
  expect(ids).toEqual(expect.arrayContaining([...failedIds.keys()]));
});

it('A dead letter counts in the metrics', async () => {
  const { id } = await member();
  await dead(id);
  const metrics = await (await fetch(`${product.url}/metrics`)).text();
  expect(Number(/^dead_letters (\d+)$/m.exec(metrics)?.[1])).toBeGreaterThan(0);
});
