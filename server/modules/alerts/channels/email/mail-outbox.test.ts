import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { userStream } from '#domain/event-catalog/streams.ts';
import { user } from '#domain/user/decider.ts';
import { crashAfter, type LastWrite } from '../../matching/testing/crash-after.ts';
import { setUpEmail } from './testing/email-fixture.ts';

const fixture = setUpEmail();

describe('the email worker', () => {
  it('The email worker does not send mails for events before its first start', async () => {
    const ann = await fixture.stores.member({});
    await fixture.deliverAlert('Old', [ann]);
    await fixture.open();
    await fixture.deliverAlert('New', [ann]);
    expect(await fixture.waitForMails(1)).toMatchObject([{ subject: 'New listing in your area: New, $45,000' }]);
  });

  it('The email worker mails after a restart for events written while it was down, and nothing twice', async () => {
    const ann = await fixture.stores.member({});
    const first = await fixture.open();
    await fixture.deliverAlert('One', [ann]);
    await fixture.waitForMails(1);
    await first.stop();
    await fixture.deliverAlert('Two', [ann]);
    const second = await fixture.open();
    await fixture.waitForMails(2);
    await second.stop();
    await fixture.open();
    expect((await fixture.waitForMails(2)).map(({ subject }) => subject)).toEqual([
      'New listing in your area: One, $45,000',
      'New listing in your area: Two, $45,000',
    ]);
  });

  it('The email worker mails once what was gathered when the process ended', async () => {
    const ann = await fixture.stores.member({});
    const first = await fixture.open();
    await fixture.deliverAlert('One', [ann]);
    await first.stop();
    expect(fixture.sent).toEqual([]);
    await fixture.open();
    await fixture.waitForMails(1);
  });

  const crashes = (['lost', 'unheard'] as const).flatMap((lastWrite) =>
    [1, 2, 3, 4, 5].map((lives): [number, LastWrite] => [lives, lastWrite]),
  );
  it.each(crashes)(
    'The email worker mails once where it is killed at write %i, which is %s',
    async (lives, lastWrite) => {
      const ann = await fixture.stores.member({});
      const bea = await fixture.stores.member({});
      await (await fixture.open()).stop();
      const { stores, died } = crashAfter(fixture.stores, lives, lastWrite);
      const first = await fixture.open(stores, 0);
      await fixture.deliverAlert('One', [ann, bea]);
      await died;
      await first.stop().catch(() => undefined);
      fixture.forget();
      const before = fixture.sent.map(({ messageId }) => messageId);
      await fixture.open(fixture.stores, 0);
      await expect
        .poll(() => new Set(fixture.sent.map(({ to }) => to)))
        .toEqual(new Set([`${ann}@example.com`, `${bea}@example.com`]));
      await expect.poll(() => fixture.stores.documents.count('outbox')).toBe(0);
      // A mail that was sent but not marked may be sent again, but then as the same one.
      expect(new Set(fixture.sent.map(({ messageId }) => messageId)).size).toBe(2);
      expect(fixture.sent.length - before.length).toBeLessThanOrEqual(2);
    },
  );

  it('The email worker mails a granted limit', async () => {
    await fixture.open();
    const ann = await fixture.stores.member({});
    await fixture.tell(ann, { type: 'GrantHigherLimit', data: { userId: ann, limit: 300_000 } });
    const [mail] = await fixture.waitForMails(1);
    expect(mail).toMatchObject({ subject: 'Your max price can now be up to $300,000' });
    expect(mail?.headers).not.toHaveProperty('List-Unsubscribe');
  });
});

describe('a temporary password', () => {
  const issue = (userId: string, actor: string) =>
    fixture.stores.handle(
      user,
      userStream(userId),
      { type: 'IssueTemporaryPassword', data: { userId } },
      { actor, commandId: randomUUID() },
    );

  it('A temporary password is mailed at once, and is in no store', async () => {
    await fixture.open();
    const ann = await fixture.stores.member({});
    await issue(ann, 'anonymous');
    const [mail] = await fixture.waitForMails(1);
    const password = /^ {4}(\S+)$/m.exec(mail?.text ?? '')?.[1] ?? '';
    expect(await fixture.temporaryPasswords.verify(ann, password)).toBe(true);
    expect(mail?.html).toContain(password);
    expect(mail?.subject).toBe('Your temporary password for Off-Market Scout');
  });

  it('A temporary password is mailed with another text to a user whose account an admin created', async () => {
    await fixture.open();
    const ann = await fixture.stores.member({});
    await issue(ann, randomUUID());
    const [mail] = await fixture.waitForMails(1);
    expect(mail?.subject).toBe('Your Off-Market Scout account');
    for (const part of [mail?.text, mail?.html]) {
      expect(part).toContain('An admin of scout.example.com created this account for you.');
      expect(part).toContain('we alert you as soon as a listing matches');
    }
  });

  it('A temporary password that is no longer valid is not mailed', async () => {
    const first = await fixture.open();
    await first.stop();
    const ann = await fixture.stores.member({});
    await issue(ann, 'anonymous');
    await issue(ann, 'anonymous');
    await fixture.tell(ann, { type: 'ChangePassword', data: { userId: ann } });
    await fixture.open();
    await fixture.expectNoMail();
  });
});
