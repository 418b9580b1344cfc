import { randomUUID } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { detroit, openDigestFixture } from '../../matching/testing/digest-fixture.ts';
import { createEmailFixture } from './testing/email-fixture.ts';

const listingCount = 1_200;

it(`A digest of ${listingCount} listings is one mail for each member, even where its delivery lasts over midnight`, async () => {
  const { digests, testStores, emails, userIds } = await openDigestMails();
  for (let from = 0; from < listingCount; from += 200) {
    const listingIds = Array.from({ length: 200 }, () => randomUUID());
    await Promise.all(listingIds.map((id) => digests.matchedOf(id, 0, '2026-03-10T15:00:00.000Z', ...userIds)));
  }
  await emails.open(testStores, 0);
  let time = Date.parse('2026-03-11T23:59:00.000Z');
  /** Each look at it takes a second. */
  const clock = () => new Date((time += 1_000));
  await digests.deliver({ clock });
  const sent = await emails.waitForMails(userIds.length);
  const subject = `Your daily listings: ${listingCount} new in your area`;
  expect(sent.map((mail) => mail.subject)).toEqual(userIds.map(() => subject));
  expect(new Set(sent.map(({ to }) => to)).size).toBe(userIds.length);
});

it('A digest is mailed when all alerts of its member are delivered, while those of others are not', async () => {
  const { digests, testStores, emails, userIds } = await openDigestMails();
  for (let n = 0; n < 3; n += 1) await digests.matched('2026-03-10T15:00:00.000Z', ...userIds);
  await emails.open(testStores, 0);
  testStores.startClock('2026-03-11T11:00:00.000Z');
  const isSent = Promise.withResolvers<null>();
  let handled = 0;
  const handle: typeof testStores.handle = async (...command) => {
    handled += 1;
    // The alerts of the first member are three.
    if (handled > 4) await isSent.promise;
    return testStores.handle(...command);
  };
  const delivered = digests.deliver({ handle });
  const [first] = await emails.waitForMails(1);
  expect(first?.subject).toBe('Your daily listings: 3 new in your area');
  isSent.resolve(null);
  await delivered;
  const sent = await emails.waitForMails(2);
  expect(sent.map(({ subject }) => subject)).toEqual([first?.subject, first?.subject]);
  expect(new Set(sent.map(({ to }) => to)).size).toBe(2);
});

/** Digests of two members that are sent as mails. */
async function openDigestMails() {
  const digests = await openDigestFixture();
  const { testStores } = digests;
  const emails = await createEmailFixture(testStores);
  onTestFinished(emails.close);
  const userIds = [await testStores.member({ zipCode: detroit }), await testStores.member({ zipCode: detroit })];
  for (const userId of userIds) await digests.daily(userId, detroit);
  return { digests, testStores, emails, userIds };
}
