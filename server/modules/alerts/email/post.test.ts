import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { user } from '#domain/user/decider.ts';
import type { Documents } from '#projections/store/port.ts';
import type { House } from '../matching/testing/house.ts';
import { type Office, openOffice } from './testing/office.ts';

let office: Office;
let house: House;
beforeEach(async () => {
  office = await openOffice();
  ({ house } = office);
});
afterEach(() => office.close());

describe('the post', () => {
  it('does not begin with the past', async () => {
    const ann = await house.member({});
    await office.delivered('Old', [ann]);
    await office.open();
    await office.delivered('New', [ann]);
    expect(await office.mails(1)).toMatchObject([{ subject: 'New listing in your area: New, $45,000' }]);
  });

  it('mails after a restart what came while it was away, and nothing twice', async () => {
    const ann = await house.member({});
    const first = await office.open();
    await office.delivered('One', [ann]);
    await office.mails(1);
    await first.stop();
    await office.delivered('Two', [ann]);
    const second = await office.open();
    await office.mails(2);
    await second.stop();
    await office.open();
    expect((await office.mails(2)).map(({ subject }) => subject)).toEqual([
      'New listing in your area: One, $45,000',
      'New listing in your area: Two, $45,000',
    ]);
  });

  it('mails once what was gathered when the process ended', async () => {
    const ann = await house.member({});
    const first = await office.open();
    await office.delivered('One', [ann]);
    await first.stop();
    expect(office.sent).toEqual([]);
    await office.open();
    await office.mails(1);
  });

  it.each([1, 2, 3, 4])('mails once however far it came before it was killed: write %i', async (lives) => {
    const ann = await house.member({});
    const bea = await house.member({});
    await (await office.open()).stop();
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
    const first = await office.open(mortal, 20);
    await office.delivered('One', [ann, bea]);
    await died.promise;
    await first.stop().catch(() => undefined);
    office.forget();
    const before = office.sent.map(({ messageId }) => messageId);
    await office.open(house.documents, 20);
    await expect
      .poll(() => new Set(office.sent.map(({ to }) => to)), { timeout: 5000 })
      .toEqual(new Set([`${ann}@example.com`, `${bea}@example.com`]));
    await expect.poll(() => house.documents.findBy('outbox', 'state', 'waiting')).toEqual([]);
    // A mail that went out unmarked may go out again, but then as the same one.
    expect(new Set(office.sent.map(({ messageId }) => messageId)).size).toBe(2);
    expect(office.sent.length - before.length).toBeLessThanOrEqual(2);
  });

  it('tells of a granted limit', async () => {
    await office.open();
    const ann = await house.member({});
    await office.tell(ann, { type: 'GrantHigherLimit', data: { userId: ann, limit: 300_000 } });
    const [mail] = await office.mails(1);
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
    await office.open();
    const ann = await house.member({});
    await issue(ann, 'anonymous');
    const [mail] = await office.mails(1);
    const password = /^ {4}(\S+)$/m.exec(mail?.text ?? '')?.[1] ?? '';
    expect(await office.temporaryPasswords.matches(ann, password)).toBe(true);
    expect(mail?.html).toContain(password);
    expect(mail?.subject).toBe('Your temporary password for Off-Market Scout');
  });

  it('is offered in other words to somebody whose account an admin made', async () => {
    await office.open();
    const ann = await house.member({});
    await issue(ann, randomUUID());
    const [mail] = await office.mails(1);
    expect(mail?.subject).toBe('Your Off-Market Scout account');
    expect(mail?.text).toContain('An Off-Market Scout account was made for this address.');
  });

  it('that does not stand any more is not mailed', async () => {
    const first = await office.open();
    await first.stop();
    const ann = await house.member({});
    await issue(ann, 'anonymous');
    await issue(ann, 'anonymous');
    await office.tell(ann, { type: 'ChangePassword', data: { userId: ann } });
    await office.open();
    expect(await office.mails(0)).toEqual([]);
  });
});
