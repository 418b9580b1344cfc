import { randomBytes, randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { alert } from '#domain/alert/decider.ts';
import { type ListingCommand, listing } from '#domain/listing/decider.ts';
import type { UserCommand } from '#domain/user/commands.ts';
import { user } from '#domain/user/decider.ts';
import type { Documents } from '#projections/store/port.ts';
import { loadConfig } from '../config.ts';
import { openTemporaryPasswords } from '../credentials/temporary.ts';
import { type House, openHouse } from '../scout/testing/house.ts';
import { facts } from '../scout/testing/listing.ts';
import { createMailLinks } from './links.ts';
import type { Message } from './mail.ts';
import { type Post, startPost } from './post.ts';

const url = () => 'https://scout.example.com';
const key = randomBytes(32);
const links = createMailLinks({ key, url });
const config = loadConfig({ PUBLIC_URL: url() });

let house: House;
let sent: Message[];
let posts: Post[];
beforeEach(async () => {
  house = await openHouse();
  sent = [];
  posts = [];
});
afterEach(async () => {
  for (const post of posts) await post.stop();
  await house.close();
});

/** Gathers until a mail that does not wait comes, unless `quiet` is short. */
async function open(documents: Documents = house.documents, quiet = 60_000): Promise<Post> {
  const { events, views, clock, log } = house;
  const temporaryPasswords = openTemporaryPasswords({ events, clock, key });
  const post = await startPost({
    context: { config, events, views, clock, log, documents, temporaryPasswords },
    links,
    url,
    transport: { send: (message) => Promise.resolve(void sent.push(message)), close: () => undefined },
    timing: { quiet, most: 60_000, digestMost: 60_000 },
    pauses: [5],
  });
  posts.push(post);
  return post;
}

const tell = (userId: string, command: UserCommand) =>
  house.handle(user, `user-${userId}`, command, { actor: 'system', commandId: randomUUID() });

/** An alert that was just delivered, as the dashboard shows it. */
async function delivered(title: string, userIds: string[], commandId: string = randomUUID()): Promise<string> {
  const listingId = randomUUID();
  const { place, propertyType, details, link, imageUrl } = facts;
  const { city, state, zipCode } = place;
  const offer = { title, details, link, imageUrl, propertyType, city, state, zipCode, price: 45_000 };
  const members = userIds.map((userId) => ({ userId, miles: 12.4, radius: 50, maxPrice: 54_000 }));
  const data = { listingId, n: 0, kind: 'new' as const, listing: offer, members };
  const stream = `alert-${listingId}-0`;
  await house.handle(alert, stream, { type: 'Match', data }, { actor: 'scout', commandId: randomUUID() });
  const at = house.clock().toISOString();
  const deliver = { type: 'Deliver' as const, data: { userIds, at, channel: 'dashboard' as const } };
  await house.handle(alert, stream, deliver, { actor: 'scout', commandId });
  return listingId;
}

/** The listing stands in the log too, and is withdrawn. */
async function withdrawn(listingId: string): Promise<void> {
  const tellListing = (command: ListingCommand) =>
    house.handle(listing, `listing-${listingId}`, command, { actor: 'intake:county', commandId: randomUUID() });
  await tellListing({ type: 'Find', data: { listingId, ...facts, price: 45_000 } });
  await tellListing({ type: 'Withdraw', data: { listingId, reason: 'sold' } });
  await house.applied();
}

/** The mails so far, once there is one for the last thing that was asked of the post. */
async function mails(count: number): Promise<Message[]> {
  const marker = await house.member({});
  await tell(marker, { type: 'GrantHigherLimit', data: { userId: marker, limit: 200_000 } });
  const isMarker = ({ to }: Message) => to === `${marker}@example.com`;
  await expect.poll(() => sent.some(isMarker), { timeout: 5000 }).toBe(true);
  const others = () => sent.filter(({ subject }) => !subject.includes('$200,000'));
  await expect.poll(() => others().length, { timeout: 5000 }).toBe(count);
  return others();
}

describe('alerts by mail', () => {
  it('tell what fits and why, with links to less of them', async () => {
    await open();
    const ann = await house.member({ zipCode: '48201' });
    await delivered('House on Elm St', [ann]);
    const [mail] = await mails(1);
    expect(mail).toMatchObject({
      to: `${ann}@example.com`,
      from: 'Off-Market Scout <no-reply@scout.example.com>',
      subject: 'New listing in your area: House on Elm St, $45,000',
      headers: {
        'List-Unsubscribe': `<${links.to('unsubscribe', ann)}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    });
    for (const part of [mail?.text, mail?.html]) {
      expect(part).toContain('House on Elm St');
      expect(part).toContain('12.4 of 50 miles from your ZIP code');
      expect(part).toContain(links.to('daily', ann));
      expect(part).toContain(links.to('unsubscribe', ann));
      expect(part).toContain('https://scout.example.com/');
    }
  });

  it('that come together share one mail, each member their own', async () => {
    await open();
    const [ann, bea] = [await house.member({}), await house.member({})];
    await delivered('First', [ann, bea]);
    await delivered('Second', [ann]);
    const found = await mails(2);
    expect(found.find(({ to }) => to.startsWith(ann))).toMatchObject({ subject: '2 new listings in your area' });
    expect(found.find(({ to }) => to.startsWith(ann))?.text).toMatch(/Second[\s\S]+First/);
    expect(found.find(({ to }) => to.startsWith(bea))?.text).not.toContain('Second');
  });

  it('come as a digest to who chose that, without a link to it', async () => {
    await open();
    const ann = await house.member({ notificationPreference: 'daily' });
    await delivered('First', [ann], 'digest/1');
    await delivered('Second', [ann], 'digest/2');
    const [mail] = await mails(1);
    expect(mail?.subject).toBe('Your daily listings: 2 new in your area');
    expect(mail?.text).not.toContain(links.to('daily', ann));
    expect(mail?.text).toContain(links.to('unsubscribe', ann));
  });

  it('do not come to who wants none, nor to who is gone', async () => {
    await open();
    const [ann, bea] = [await house.member({ alertMails: false }), await house.member({})];
    await tell(bea, { type: 'Delete', data: { userId: bea } });
    await delivered('House on Elm St', [ann, bea]);
    expect(await mails(0)).toEqual([]);
  });

  it('do not come to who is no member any more when they are sent', async () => {
    await open();
    const ann = await house.member({});
    await delivered('House on Elm St', [ann]);
    await house.deactivate(ann);
    await house.applied();
    expect(await mails(0)).toEqual([]);
  });

  it('leave out what was withdrawn before they are sent', async () => {
    await open();
    const [ann, bea] = [await house.member({}), await house.member({})];
    await delivered('Standing house', [ann]);
    await withdrawn(await delivered('Sold house', [ann, bea]));
    const [mail] = await mails(1);
    expect(mail).toMatchObject({
      to: `${ann}@example.com`,
      subject: 'New listing in your area: Standing house, $45,000',
    });
    expect(mail?.text).not.toContain('Sold house');
  });

  it('go to the address of now', async () => {
    await open();
    const ann = await house.member({});
    await tell(ann, { type: 'ChangeEmail', data: { userId: ann, email: 'ann@example.com' } });
    await delivered('House on Elm St', [ann]);
    expect(await mails(1)).toMatchObject([{ to: 'ann@example.com' }]);
  });

  it('tell the newest of very many, and how many there are', async () => {
    await open();
    const ann = await house.member({});
    for (let n = 1; n <= 60; n += 1) await delivered(`House ${n}.`, [ann]);
    const [mail] = await mails(1);
    expect(mail?.subject).toBe('60 new listings in your area');
    expect(mail?.text).toContain('House 60.');
    expect(mail?.text).toContain('House 11.');
    expect(mail?.text).not.toContain('House 10.');
    expect(mail?.text).toContain('And 10 more, on your dashboard.');
  });
});

describe('the post', () => {
  it('does not begin with the past', async () => {
    const ann = await house.member({});
    await delivered('Old', [ann]);
    await open();
    await delivered('New', [ann]);
    expect(await mails(1)).toMatchObject([{ subject: 'New listing in your area: New, $45,000' }]);
  });

  it('mails after a restart what came while it was away, and nothing twice', async () => {
    const ann = await house.member({});
    const first = await open();
    await delivered('One', [ann]);
    await mails(1);
    await first.stop();
    await delivered('Two', [ann]);
    const second = await open();
    await mails(2);
    await second.stop();
    await open();
    expect((await mails(2)).map(({ subject }) => subject)).toEqual([
      'New listing in your area: One, $45,000',
      'New listing in your area: Two, $45,000',
    ]);
  });

  it('mails once what was gathered when the process ended', async () => {
    const ann = await house.member({});
    const first = await open();
    await delivered('One', [ann]);
    await first.stop();
    expect(sent).toEqual([]);
    await open();
    await mails(1);
  });

  it.each([1, 2, 3, 4])('mails once however far it came before it was killed: write %i', async (lives) => {
    const ann = await house.member({});
    const bea = await house.member({});
    await (await open()).stop();
    let left = lives;
    const died = Promise.withResolvers<null>();
    const write = <T>(work: () => Promise<T>): Promise<T> => {
      left -= 1;
      if (left > 0) return work();
      died.resolve(null);
      return Promise.reject(new Error('The process was killed'));
    };
    const mortal: Documents = {
      ...house.documents,
      put: (...given) => write(() => house.documents.put(...given)),
      remove: (...given) => write(() => house.documents.remove(...given)),
    };
    const first = await open(mortal, 20);
    await delivered('One', [ann, bea]);
    await died.promise;
    await first.stop().catch(() => undefined);
    posts = [];
    const before = sent.map(({ messageId }) => messageId);
    await open(house.documents, 20);
    await expect
      .poll(() => new Set(sent.map(({ to }) => to)), { timeout: 5000 })
      .toEqual(new Set([`${ann}@example.com`, `${bea}@example.com`]));
    await expect.poll(() => house.documents.findBy('outbox', 'state', 'waiting')).toEqual([]);
    // A mail that went out unmarked may go out again, but then as the same one.
    expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(2);
    expect(sent.length - before.length).toBeLessThanOrEqual(2);
  });

  it('tells of a granted limit', async () => {
    await open();
    const ann = await house.member({});
    await tell(ann, { type: 'GrantHigherLimit', data: { userId: ann, limit: 300_000 } });
    const [mail] = await mails(1);
    expect(mail).toMatchObject({ subject: 'Your max price can now be up to $300,000' });
    expect(mail?.headers).not.toHaveProperty('List-Unsubscribe');
  });
});

describe('a temporary password', () => {
  const issue = (userId: string, actor: string) =>
    house.handle(
      user,
      `user-${userId}`,
      { type: 'IssueTemporaryPassword', data: { userId } },
      { actor, commandId: randomUUID() },
    );

  it('is mailed at once, and stands in no store', async () => {
    await open();
    const ann = await house.member({});
    await issue(ann, 'anonymous');
    const [mail] = await mails(1);
    const password = /^ {4}(\S+)$/m.exec(mail?.text ?? '')?.[1] ?? '';
    const passwords = openTemporaryPasswords({ events: house.events, clock: house.clock, key });
    expect(await passwords.matches(ann, password)).toBe(true);
    expect(mail?.html).toContain(password);
    expect(mail?.subject).toBe('Your temporary password for Off-Market Scout');
  });

  it('is offered in other words to somebody whose account an admin made', async () => {
    await open();
    const ann = await house.member({});
    await issue(ann, randomUUID());
    const [mail] = await mails(1);
    expect(mail?.subject).toBe('Your Off-Market Scout account');
    expect(mail?.text).toContain('An Off-Market Scout account was made for this address.');
  });

  it('that does not stand any more is not mailed', async () => {
    const first = await open();
    await first.stop();
    const ann = await house.member({});
    await issue(ann, 'anonymous');
    await issue(ann, 'anonymous');
    await tell(ann, { type: 'ChangePassword', data: { userId: ann } });
    await open();
    expect(await mails(0)).toEqual([]);
  });
});
