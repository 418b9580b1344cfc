import { randomBytes, randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { alertStream, listingStream, userStream } from '#domain/event-catalog/streams.ts';
import { alert, type AlertCommand } from '#domain/alert/decider.ts';
import type { AlertMode } from '#domain/alert/events.ts';
import { createMatchCommand, exampleListing } from '#domain/alert/testing/examples.ts';
import { type ListingCommand, listing } from '#domain/listing/decider.ts';
import type { UserCommand } from '#domain/user/commands.ts';
import { user } from '#domain/user/decider.ts';
import { listAll } from '#projections/store/list-all.ts';
import { loadConfig } from '#server/platform/config/config.ts';
import { createTemporaryPasswords } from '#server/modules/users/passwords/temporary-passwords.ts';
import { type TestStores, openTestStores } from '../../../matching/testing/test-stores.ts';
import { sampleFacts } from '../../../matching/testing/sample-listing.ts';
import { createMailLinks } from '../signed-links.ts';
import type { EmailMessage } from '../transport/mail.ts';
import { type OutboxItem, outboxSpace } from '#server/platform/outbox/item.ts';
import { startMessageDelivery } from '#server/platform/outbox/testing/message-delivery.ts';
import { openMailOutbox } from '../mail-outbox.ts';
import { setUpForEach } from '#server/lib/testing/set-up.ts';
import { createEmailRegistry } from '#server/modules/users/accounts/email-registry.ts';

const url = () => 'https://scout.example.com';
const config = loadConfig({ PUBLIC_URL: url(), SUPPORT_EMAIL: 'help@example.com' });

const nothing = () => Promise.resolve(null);
const site = { url, contents: { pictures: { read: nothing }, findSeller: nothing } };

type Delivery = Awaited<ReturnType<typeof startMessageDelivery>>;
const gatheringMs = 60_000;

export type EmailFixture = Awaited<ReturnType<typeof createEmailFixture>>;

/** An email worker on stores of its own whose mails can be read; alerts to deliver, and users who receive them. */
export async function createEmailFixture(given?: TestStores) {
  const testStores = given ?? (await openTestStores());
  const key = randomBytes(32);
  const links = createMailLinks({ key: () => key, url });
  const sent: EmailMessage[] = [];
  const workers: Delivery[] = [];
  let isGathering = true;

  const tell = (userId: string, command: UserCommand) =>
    testStores.handle(user, userStream(userId), command, { actor: 'system', commandId: randomUUID() });
  const tellListing = (listingId: string, command: ListingCommand) =>
    testStores.handle(listing, listingStream(listingId), command, { actor: 'intake:county', commandId: randomUUID() });

  /** Mails of alerts are gathered until `waitForMails`, unless `quietMs` is 0. */
  const open = async (stores: TestStores = testStores, quietMs = gatheringMs): Promise<Delivery> => {
    const temporaryPasswords = createTemporaryPasswords({ ...testStores, key });
    const emails = createEmailRegistry({ ...testStores, key: () => key });
    const channel = openMailOutbox({
      context: { ...stores, viewStore: stores.views, config, temporaryPasswords, emails },
      outbox: stores.outbox,
      links,
      ...site,
      transport: { send: (message) => Promise.resolve(void sent.push(message)), close: () => undefined },
      timing: { collectMs: 0, quietMs, maxWaitMs: gatheringMs, digestHoldMs: 20 },
      backoffMs: [5],
    });
    const worker = await startMessageDelivery(stores, [channel], testStores.run);
    workers.push(worker);
    isGathering = quietMs > 0;
    return worker;
  };
  const endGathering = () => {
    if (isGathering) testStores.setClock(new Date(testStores.clock().getTime() + gatheringMs).toISOString());
  };

  return {
    stores: testStores,
    links,
    sent,
    tell,
    open,
    temporaryPasswords: createTemporaryPasswords({ events: testStores.events, clock: testStores.clock, key }),
    deliverAlert: (title: string, userIds: string[], mode: AlertMode = 'immediate') =>
      deliverAlert(testStores, { title, userIds, mode }),
    /** The listing is written to the log too, and is withdrawn. */
    withdrawListing: async (listingId: string): Promise<void> => {
      await tellListing(listingId, { type: 'Find', data: { listingId, ...sampleFacts, price: 45_000 } });
      await tellListing(listingId, { type: 'Withdraw', data: { listingId, reason: 'sold' } });
      await testStores.waitForViews();
    },
    ...createWaits(testStores, { sent, tell, endGathering }),
    /** Forgets the open workers without stopping them. */
    forget: () => void workers.splice(0),
    close: async () => {
      for (const worker of workers) await worker.stop();
      await testStores.close();
    },
  };
}

type WaitDeps = {
  sent: EmailMessage[];
  tell: (userId: string, command: UserCommand) => Promise<unknown>;
  endGathering: () => void;
};

function createWaits({ documents, member, waitForViews }: TestStores, { sent, tell, endGathering }: WaitDeps) {
  /** The mails so far, once the last thing requested has caused one. */
  const waitForMails = async (count: number): Promise<EmailMessage[]> => {
    const marker = await member({});
    await tell(marker, { type: 'GrantHigherLimit', data: { userId: marker, limit: 200_000 } });
    const isMarker = ({ to }: EmailMessage) => to === `${marker}@example.com`;
    await expect.poll(() => sent.some(isMarker)).toBe(true);
    await waitForViews();
    endGathering();
    const others = () => sent.filter(({ subject }) => !subject.includes('$200,000'));
    await expect.poll(() => others().length).toBe(count);
    return others();
  };
  const listItems = (userId: string) => listAll<OutboxItem>(documents, outboxSpace, { userId });
  return {
    waitForMails,
    /** Fails where anything was mailed, once the sender has looked at all that was put. */
    expectNoMail: async (): Promise<void> => {
      await waitForMails(0);
      await expect.poll(() => documents.count(outboxSpace)).toBe(0);
      expect(await waitForMails(0)).toEqual([]);
    },
    /** Resolves when the sender has put off the only mail to this user. */
    waitUntilHeld: (userId: string) =>
      expect.poll(async () => (await listItems(userId)).map(({ due, queuedAt }) => due > queuedAt)).toEqual([true]),
  };
}

/** An alert that was just delivered, as the dashboard shows it. Resolves with its listing's id. */
async function deliverAlert(
  { handle, clock }: TestStores,
  { title, userIds, mode }: { title: string; userIds: string[]; mode: AlertMode },
): Promise<string> {
  const listingId = randomUUID();
  const at = clock().toISOString();
  const tell = (command: AlertCommand) =>
    handle(alert, alertStream(listingId, 0), command, { actor: 'scout', commandId: randomUUID() });
  await tell(createMatchCommand({ listingId, userIds, at, mode, listing: { ...exampleListing, title } }));
  if (mode === 'daily') await tell({ type: 'DeliverDigest', data: { userIds, foundAt: at, at } });
  return listingId;
}

/** The same for each test of a file; it can be used once a test has begun. */
export function setUpEmail(): EmailFixture {
  return setUpForEach(createEmailFixture, ({ close }) => close());
}
