import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { DeadLetterView } from '#domain/dead-letter/contract.ts';
import { userStream } from '#domain/event-catalog/streams.ts';
import type { EventPlace } from '#server/platform/event-store/port.ts';
import { createFailedEvents } from '#server/platform/subscriptions/failed-events.ts';
import { setUpAdmin } from '#server/testing/set-up-server.ts';
import { setUpMailingServer } from '../channels/email/testing/mailing-server.ts';
import { toDeadLetterId } from './dead-letters.ts';

const product = setUpMailingServer();
const root = setUpAdmin(product);

const path = '/api/admin/dead-letters';
const list = async () => JSON.parse((await root.get(path)).text) as DeadLetterView[]; // the tests check the fields
const resend = (id: string) => root.post(`${path}/${id}/resend`);
/** It is answered before the replay has ended where that takes longer than 5 s. */
const resendToEnd = async (letter: string) => {
  const { status, text } = await resend(letter);
  expect([200, 202]).toContain(status);
  expect(JSON.parse(text)).toEqual({ id: letter, isPending: status === 202 });
  await expect.poll(async () => (await list()).map(({ id }) => id)).not.toContain(letter);
};
const register = async () => {
  const email = `${randomUUID()}@example.com`;
  const { id } = await product.newClient().register(email);
  return { id, email };
};

describe('an event that was set aside', () => {
  /** As the subscription sets it aside; resolves to its id in the API. */
  const setAside = async (subscription: string, event: EventPlace) => {
    const { documents, clock, log } = product.context;
    await createFailedEvents({ documents, clock, log }).add({ subscription, event, error: new Error('Odd') });
    return toDeadLetterId(`${subscription}:${event.position}`);
  };
  const readOwn = async (userId: string, type: string) => {
    const { events } = await product.context.events.read(userStream(userId));
    const found = events.find((event) => event.type === type);
    if (found === undefined) throw new Error(`There is no ${type}`);
    return found;
  };

  it('An event that was set aside by the mails is replayed once, under the Message-ID of the mail', async () => {
    const { id, email } = await register();
    await product.newClient().post('/api/forgot-password', { email });
    await expect.poll(() => product.received(email).length).toBe(1);
    const letter = await setAside('mail', await readOwn(id, 'TemporaryPasswordIssued'));
    const letters = await list();
    expect(letters.find((one) => one.id === letter)).toMatchObject({
      kind: 'event',
      about: { kind: 'user', id },
      subject: 'TemporaryPasswordIssued in mail',
      reason: 'Odd',
      refusal: null,
    });
    await resendToEnd(letter);
    await expect.poll(() => product.received(email).length).toBe(2);
    const ids = product.received(email).map(({ raw }) => /^Message-ID: (.+)$/im.exec(raw)?.[1]);
    expect(new Set(ids).size).toBe(1);
    expect((await resend(letter)).status).toBe(404);
  });

  it('An event that was set aside by a view is folded into its document again', async () => {
    const { id } = await register();
    const before = await product.context.views.get('users', id);
    const letter = await setAside('views/users', await readOwn(id, 'UserRegistered'));
    await resendToEnd(letter);
    expect(await product.context.views.get('users', id)).toEqual(before);
  });

  it('An event that was set aside and fails again stays, with a sentence that says why', async () => {
    const { id } = await register();
    const event = await readOwn(id, 'UserRegistered');
    const letter = await setAside('mail', { ...event, stream: 'user-unknown' });
    const reason = `The log has no event ${event.position} in the stream user-unknown`;
    const { status, text } = await resend(letter);
    if (status !== 202) expect([status, text]).toEqual([409, `The event failed again: ${reason}`]);
    await expect
      .poll(async () => (await list()).find((one) => one.id === letter))
      .toMatchObject({ reason, refusal: null });
    await product.context.documents.remove('failed-events', `mail:${event.position}`);
  });

  it('An event that was set aside by a process that does not run is replayed later, and all of them can be at once', async () => {
    const { id } = await register();
    const event = await readOwn(id, 'UserRegistered');
    const [absent, present] = [await setAside('elsewhere', event), await setAside('views/users', event)];
    const answer = await resend(absent);
    expect([answer.status, JSON.parse(answer.text)]).toEqual([202, { id: absent, isPending: true }]);
    const pending = (await list()).find((one) => one.id === absent);
    expect(pending?.refusal).toBe('This event is being replayed');
    await root.post(`${path}/resend`);
    await expect
      .poll(async () => JSON.parse((await root.get(`${path}/resend`)).text) as object)
      .toMatchObject({ endedAt: expect.any(String) as string, resent: 2 });
    await expect.poll(async () => (await list()).map((one) => one.id)).not.toContain(present);
    await product.context.documents.remove('failed-events', `elsewhere:${event.position}`);
  });
});
