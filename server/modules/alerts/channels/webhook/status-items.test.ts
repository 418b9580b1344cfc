import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { markStream } from '#domain/event-catalog/streams.ts';
import type { MemberMark } from '#domain/member-listing/events.ts';
import { listingMark } from '#domain/member-listing/decider.ts';
import { startPosition } from '#domain/shared/decider.ts';
import type { UserDoc } from '#projections/users.ts';
import type { OutboxItem } from '#server/platform/outbox/item.ts';
import { listAll } from '#projections/store/list-all.ts';
import { type ChannelsFixture, startChannelsFixture, zipCode } from '../testing/channels-fixture.ts';
import { createWebhookSecret } from './webhook-address.ts';

const listingId = '5d0c1b7e-2f64-5a3b-8c19-7e4f0a6b9d31';

let fixture: ChannelsFixture;
beforeEach(async () => {
  fixture = await startChannelsFixture();
});
afterEach(() => fixture.close());

async function linkMember(): Promise<string> {
  const userId = await fixture.stores.member({ zipCode, quietHours: true }, false);
  await fixture.stores.waitForViews();
  const target = { url: fixture.webhook.url, secret: createWebhookSecret(), issuedBy: 'test' };
  await fixture.channels.webhook.links.save(userId, () => ({ target }));
  return userId;
}

const mark = (userId: string, marks: Partial<MemberMark>) =>
  fixture.stores.handle(
    listingMark,
    markStream(randomUUID()),
    { type: 'MarkListing', data: { members: [{ userId, listingId, ...marks }] } },
    { actor: 'member', commandId: randomUUID() },
  );
const listCalls = () =>
  fixture.webhook.received
    .filter(({ status }) => status === 204)
    .map(({ body }) => JSON.parse(body) as { type: string; data: { status?: string | null } });
const listStatuses = () => listCalls().map(({ data }) => data.status);

describe('the status of a listing', () => {
  it("A changed status goes to the member's webhook at once, in quiet hours and without a membership too", async () => {
    fixture.stores.setClock('2026-07-01T07:00:00Z');
    const userId = await linkMember();
    await mark(userId, { status: 'called' });
    await expect.poll(listCalls).toEqual([
      {
        type: 'listing.status_changed',
        timestamp: '2026-07-01T07:00:00.000Z',
        data: { listingId, status: 'called', at: '2026-07-01T07:00:00.000Z' },
      },
    ]);
  });

  it('Each change of a status is one call, and other marks are none', async () => {
    const userId = await linkMember();
    await mark(userId, { read: true, note: 'Nice' });
    await mark(userId, { status: 'offered' });
    await expect.poll(listStatuses).toEqual(['offered']);
    await mark(userId, { saved: true });
    await mark(userId, { status: null });
    await expect.poll(listStatuses).toEqual(['offered', null]);
  });

  it('A changed status is called again after a failure, under the same id', async () => {
    const userId = await linkMember();
    fixture.webhook.answers.push(503);
    await mark(userId, { status: 'won' });
    await expect.poll(listStatuses).toEqual(['won']);
    expect(new Set(fixture.webhook.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(fixture.webhook.received).toHaveLength(2);
  });

  it('A changed status that could not be delivered is sent again on request, without a membership too', async () => {
    const userId = await linkMember();
    const user = await fixture.stores.views.get<UserDoc>('users', userId);
    const content = { kind: 'status-changed', listingId, status: 'won', at: '2026-07-01T07:00:00.000Z' };
    const times = { createdAt: content.at, due: 0, position: startPosition, attempts: 9, queuedAt: 0, error: 'Full' };
    const item: OutboxItem = { id: 'dead', channel: 'webhook', userId, content, state: 'dead', ...times };
    const { deadLetters } = fixture.channels.webhook;
    expect(deadLetters.describeSubject(content)).toBe('Status of a listing');
    expect(user && (await deadLetters.whyNotResend(item, user))).toBeNull();
    expect(user?.membershipStatus).toBe('unconfirmed');
  });

  it('A changed status goes nowhere while the webhook is off', async () => {
    const userId = await linkMember();
    await fixture.channels.webhook.links.switch(userId, false);
    await mark(userId, { status: 'called' });
    const other = await linkMember();
    await mark(other, { status: 'dead' });
    await expect.poll(listStatuses).toEqual(['dead']);
    expect(await listAll(fixture.stores.documents, 'outbox', { userId })).toEqual([]);
  });
});
