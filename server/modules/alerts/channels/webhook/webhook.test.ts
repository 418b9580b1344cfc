import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listAll } from '#projections/store/list-all.ts';
import type { OutboxItem } from '#server/platform/outbox/item.ts';
import { type ChannelsFixture, startChannelsFixture, zipCode } from '../testing/channels-fixture.ts';
import { assertWebhookAddress, createWebhookSecret } from './webhook-address.ts';

const secret = createWebhookSecret();

let fixture: ChannelsFixture;
beforeEach(async () => {
  fixture = await startChannelsFixture();
});
afterEach(() => fixture.close());

const itemsOf = (channel: string) => listAll<OutboxItem>(fixture.stores.documents, 'outbox', { channel });
const waitForCalls = (count: number) =>
  expect.poll(() => fixture.webhook.received.length).toBeGreaterThanOrEqual(count);
const findLink = (userId: string) => fixture.channels.webhook.links.find(userId);

async function linkMember(): Promise<string> {
  const userId = await fixture.stores.member({ zipCode });
  await fixture.stores.waitForViews();
  const target = { url: fixture.webhook.url, secret, issuedBy: 'test' };
  await fixture.channels.webhook.links.save(userId, () => ({ target }));
  return userId;
}

describe("a member's webhook", () => {
  it("A member's webhook is called with the listing, signed as in Standard Webhooks", async () => {
    const userId = await linkMember();
    const listingId = await fixture.deliverAlert([userId]);
    await waitForCalls(1);
    const [{ headers, body } = { headers: {}, body: '' }] = fixture.webhook.received;
    const signed = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    const payload = new Webhook(secret).verify(body, signed);
    expect(payload).toMatchObject({
      type: 'listings.found',
      data: { total: 1, listings: [{ id: listingId, title: 'Inherited house', kind: 'new', place: {} }] },
    });
    await expect.poll(() => itemsOf('webhook')).toEqual([]);
    expect(fixture.webhook.received).toHaveLength(1);
  });

  it("A member's webhook that fails is called again under the same id, and follows no redirect", async () => {
    const userId = await linkMember();
    fixture.webhook.answers.push(503, 302);
    await fixture.deliverAlert([userId]);
    await waitForCalls(3);
    await expect.poll(() => itemsOf('webhook')).toEqual([]);
    expect(new Set(fixture.webhook.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    await expect.poll(async () => (await findLink(userId))?.failingSince).toBeNull();
  });

  it("A member's webhook that answers 410 is turned off, and causes an email to the member", async () => {
    const userId = await linkMember();
    fixture.webhook.answers.push(410);
    await fixture.deliverAlert([userId]);
    await expect.poll(async () => (await findLink(userId))?.isOn).toBe(false);
    expect((await findLink(userId))?.problem).toContain('410 Gone');
    expect(await itemsOf('mail')).toMatchObject([{ userId, content: { kind: 'channel-problem', channel: 'webhook' } }]);
  });

  it("A member's webhook that fails for hours causes one email to the member, and becomes a dead letter", async () => {
    const userId = await linkMember();
    fixture.stores.setClock('2026-07-01T15:00:00Z');
    await fixture.channels.webhook.links.recordFailure(userId);
    fixture.stores.setClock('2026-07-01T22:00:00Z');
    fixture.webhook.answers.push(500, 500, 500, 500);
    await fixture.deliverAlert([userId]);
    await expect.poll(async () => (await findLink(userId))?.problem).toMatch(/failing for hours/);
    for (let attempts = 1; attempts < 4; attempts += 1) {
      await expect.poll(async () => (await itemsOf('webhook'))[0]?.attempts).toBeGreaterThanOrEqual(attempts);
      fixture.stores.setClock(new Date(fixture.stores.clock().getTime() + 60_000).toISOString());
    }
    await expect
      .poll(() => itemsOf('webhook'))
      .toMatchObject([{ state: 'dead', error: 'The server answered with status 500' }]);
    expect(await itemsOf('mail')).toHaveLength(1);
  });
});

describe('the address of a webhook', () => {
  it.each([
    ['http://example.com/alerts', /https/],
    ['ftp://example.com', /https/],
    ['not an address', /https/],
    ['https://ann:secret@example.com/', /user name or password/],
    ['https://1.1.1.1\\@127.0.0.1/', /must be a web address/],
    ['https://127.0.0.1/alerts', /public server/],
    ['https://[::1]/alerts', /public server/],
    ['https://169.254.169.254/latest', /public server/],
    ['https://localhost/alerts', /public server/],
  ])('The address %s of a webhook is refused', async (address, sentence) => {
    await expect(assertWebhookAddress(address, false)).rejects.toThrow(sentence);
  });
});
