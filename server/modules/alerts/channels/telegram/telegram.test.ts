import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listAll } from '#projections/store/list-all.ts';
import type { OutboxItem } from '#server/platform/outbox/item.ts';
import { type ChannelsFixture, startChannelsFixture, zipCode } from '../testing/channels-fixture.ts';

const chat = 4_711;

let fixture: ChannelsFixture;
beforeEach(async () => {
  fixture = await startChannelsFixture();
});
afterEach(() => fixture.close());

const texts = () => fixture.telegram.sent.map(({ text }) => text);
const waitForText = (part: string) => expect.poll(() => texts().join('\n')).toContain(part);
async function createCode(userId: string, commandId: string = randomUUID()): Promise<string> {
  await fixture.channels.telegram.codes.create(userId, commandId);
  return (await fixture.channels.telegram.codes.find(commandId))?.code ?? '';
}
const itemsOf = (channel: string) => listAll<OutboxItem>(fixture.stores.documents, 'outbox', { channel });

async function linkMember(filters: Parameters<typeof fixture.stores.member>[0] = { zipCode }): Promise<string> {
  const userId = await fixture.stores.member(filters);
  await fixture.stores.waitForViews();
  await fixture.channels.telegram.links.save(userId, () => ({ target: { chatId: String(chat), name: 'Ann' } }));
  return userId;
}

describe('linking a Telegram chat', () => {
  it('A Telegram chat is linked by a code that is used once', async () => {
    const { channels, stores, telegram } = fixture;
    const userId = await stores.member({ zipCode });
    const code = await createCode(userId);
    telegram.write(chat, `/start ${code}`);
    await waitForText('Done: your alerts arrive here');
    expect((await channels.telegram.links.find(userId))?.target).toEqual({ chatId: String(chat), name: 'Ann' });
    telegram.write(chat + 1, `/start ${code}`);
    await waitForText('This code is no longer valid');
    expect((await channels.telegram.links.find(userId))?.target.chatId).toBe(String(chat));
  });

  it('A Telegram chat is answered once, although the server restarts right after it', async () => {
    const { stores, telegram } = fixture;
    const code = await createCode(await stores.member({ zipCode }));
    telegram.write(chat, `/start ${code}`);
    await waitForText('Done: your alerts arrive here');
    await fixture.restartLinking();
    telegram.write(chat, 'And now?');
    await waitForText('To get your alerts here');
    await expect.poll(() => telegram.countUnconfirmed()).toBe(0);
    // What the end of the first run could not confirm is answered again.
    expect(new Set(texts().map((text) => text.slice(0, 4)))).toEqual(new Set(['Done', 'To g']));
  });

  it('A Telegram code that is read again after a crash links its chat all the same', async () => {
    const { codes } = fixture.channels.telegram;
    const code = await createCode('u-1');
    expect([await codes.use(code, 7), await codes.use(code, 7), await codes.use(code, 8)]).toEqual([
      'u-1',
      'u-1',
      null,
    ]);
  });

  it('A new Telegram code replaces the one before', async () => {
    const { codes } = fixture.channels.telegram;
    const [first, other] = [await createCode('u-1'), await createCode('u-2')];
    const second = await createCode('u-1');
    expect(await codes.use(first, 7)).toBeNull();
    expect([await codes.use(second, 8), await codes.use(other, 9)]).toEqual(['u-1', 'u-2']);
  });

  it('A Telegram code that is asked for twice by one command stays the same, and does not come back once it is replaced', async () => {
    const { codes } = fixture.channels.telegram;
    const first = await createCode('u-1', 'command-1');
    expect(await createCode('u-1', 'command-1')).toBe(first);
    const second = await createCode('u-1', 'command-2');
    await codes.create('u-1', 'command-2');
    expect([await codes.find('command-1'), (await codes.find('command-2'))?.code]).toEqual([null, second]);
  });

  it('Of Telegram codes that are asked for at once the newest is the only one', async () => {
    const commands = ['a', 'b', 'c', 'd'];
    await Promise.all(commands.map((command) => fixture.channels.telegram.codes.create('u-1', command)));
    const found = await Promise.all(commands.map(fixture.channels.telegram.codes.find));
    expect(found.filter((code) => code !== null)).toHaveLength(1);
  });

  it('A Telegram chat without a code gets a hint where to find one', async () => {
    fixture.telegram.write(chat, '/start');
    await waitForText('open your notification settings');
  });

  it('A Telegram chat is stored encrypted', async () => {
    await linkMember();
    const stored = JSON.stringify(await listAll(fixture.stores.documents, 'channel-links'));
    expect(stored).not.toContain(String(chat));
    expect(stored).not.toContain('Ann');
  });
});

describe('an alert by Telegram', () => {
  it('An alert by Telegram arrives once, with its text escaped', async () => {
    const userId = await linkMember();
    const listingId = await fixture.deliverAlert([userId], 'immediate', 'House <b>&</b> "barn"');
    await waitForText('House &lt;b&gt;&amp;&lt;/b&gt; &quot;barn&quot;');
    await waitForText(`https://scout.example.com/listings/${listingId}`);
    await expect.poll(() => itemsOf('telegram')).toEqual([]);
    expect(fixture.telegram.sent).toHaveLength(1);
  });

  it('An alert by Telegram waits for as long as Telegram asks', async () => {
    const userId = await linkMember();
    fixture.telegram.refusals.push({ status: 429, retryAfter: 3_600 });
    const before = fixture.stores.clock().getTime();
    await fixture.deliverAlert([userId]);
    await expect.poll(async () => (await itemsOf('telegram'))[0]?.attempts).toBe(1);
    const [item] = await itemsOf('telegram');
    expect(item?.due).toBeGreaterThanOrEqual(before + 3_600_000);
    fixture.stores.setClock(new Date(item?.due ?? 0).toISOString());
    await waitForText('Inherited house');
  });

  it('An alert by Telegram to a member who blocked the bot ends the link, and causes an email to the member', async () => {
    const userId = await linkMember();
    fixture.telegram.refusals.push({ status: 403 });
    await fixture.deliverAlert([userId]);
    const find = () => fixture.channels.telegram.links.find(userId);
    await expect.poll(async () => (await find())?.isOn).toBe(false);
    expect((await find())?.problem).toMatch(/bot was blocked/);
    await expect.poll(() => itemsOf('telegram')).toEqual([]);
    expect(await itemsOf('mail')).toMatchObject([
      { userId, content: { kind: 'channel-problem', channel: 'telegram' } },
    ]);
  });

  it('An alert by Telegram is not sent after the chat was unlinked or the membership ended', async () => {
    const [gone, ended, witness] = [await linkMember(), await linkMember(), await linkMember()];
    await fixture.channels.telegram.links.remove(gone);
    await fixture.stores.deactivate(ended);
    await fixture.stores.waitForViews();
    await fixture.deliverAlert([gone, ended], 'immediate', 'Not for them');
    await fixture.deliverAlert([witness], 'immediate', 'For the witness');
    await waitForText('For the witness');
    expect(texts().join('\n')).not.toContain('Not for them');
  });

  it('An alert by Telegram waits for the end of quiet hours, and several are one message', async () => {
    fixture.stores.setClock('2026-07-01T04:00:00Z');
    const userId = await linkMember({ zipCode, quietHours: true });
    await fixture.deliverAlert([userId], 'immediate', 'First at night');
    await expect.poll(async () => (await itemsOf('telegram'))[0]?.due).toBe(Date.parse('2026-07-01T11:00:00Z'));
    await fixture.deliverAlert([userId], 'immediate', 'Second at night');
    await expect.poll(async () => JSON.stringify(await itemsOf('telegram'))).toContain('Second at night');
    fixture.stores.setClock('2026-07-01T11:00:00Z');
    await waitForText('First at night');
    expect(fixture.telegram.sent).toHaveLength(1);
    expect(texts()[0]).toContain('Second at night');
  });

  it('An alert by Telegram of a daily digest is one message that says so', async () => {
    const userId = await linkMember({ zipCode, notificationPreference: 'daily' });
    fixture.stores.setClock('2026-07-01T11:00:00Z');
    await fixture.deliverAlert([userId], 'daily', 'First of the day');
    await fixture.deliverAlert([userId], 'daily', 'Second of the day');
    await expect.poll(async () => JSON.stringify(await itemsOf('telegram'))).toContain('Second of the day');
    fixture.stores.setClock('2026-07-01T11:01:00Z');
    await waitForText('Your daily listings: 2 new in your area');
    expect(fixture.telegram.sent).toHaveLength(1);
  });

  it('An alert by Telegram that fails permanently is a dead letter', async () => {
    const userId = await linkMember();
    fixture.telegram.refusals.push({ status: 400 });
    await fixture.deliverAlert([userId]);
    await expect
      .poll(() => itemsOf('telegram'))
      .toMatchObject([{ state: 'dead', error: 'Telegram answered with status 400' }]);
    const [dead] = await itemsOf('telegram');
    await fixture.stores.outbox.resend(dead?.id ?? '');
    await waitForText('Inherited house');
  });
});
