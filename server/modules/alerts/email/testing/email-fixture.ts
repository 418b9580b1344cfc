import { randomBytes, randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { alertStream, listingStream, userStream } from '#domain/event-catalog/streams.ts';
import { alert } from '#domain/alert/decider.ts';
import { createMatchCommand, exampleListing } from '#domain/alert/testing/examples.ts';
import { type ListingCommand, listing } from '#domain/listing/decider.ts';
import type { UserCommand } from '#domain/user/commands.ts';
import { user } from '#domain/user/decider.ts';
import type { Documents } from '#projections/store/port.ts';
import { loadConfig } from '#server/platform/config/config.ts';
import { createTemporaryPasswords } from '#server/modules/users/passwords/temporary-passwords.ts';
import { type TestStores, openTestStores } from '../../matching/testing/test-stores.ts';
import { sampleFacts } from '../../matching/testing/sample-listing.ts';
import { createMailLinks } from '../signed-links.ts';
import type { EmailMessage } from '../transport/mail.ts';
import { type EmailWorker, startEmailWorker } from '../email-worker.ts';
import { createEmailRegistry } from '#server/modules/users/accounts/email-registry.ts';

const url = () => 'https://scout.example.com';
const config = loadConfig({ PUBLIC_URL: url() });

export type EmailFixture = Awaited<ReturnType<typeof createEmailFixture>>;

/** An e-mail worker on stores of its own whose mails can be read; alerts to deliver, and users who receive them. */
export async function createEmailFixture() {
  const testStores = await openTestStores();
  const key = randomBytes(32);
  const links = createMailLinks({ key: () => key, url });
  const sent: EmailMessage[] = [];
  const workers: EmailWorker[] = [];

  const tell = (userId: string, command: UserCommand) =>
    testStores.handle(user, userStream(userId), command, { actor: 'system', commandId: randomUUID() });
  const tellListing = (listingId: string, command: ListingCommand) =>
    testStores.handle(listing, listingStream(listingId), command, { actor: 'intake:county', commandId: randomUUID() });

  /** Gathers until a mail that does not wait arrives, unless `quiet` is short. */
  const open = async (documents: Documents = testStores.documents, quiet = 60_000): Promise<EmailWorker> => {
    const { events, views, clock, log } = testStores;
    const temporaryPasswords = createTemporaryPasswords({ events, clock, key });
    const emails = createEmailRegistry({ ...testStores, key: () => key });
    const worker = await startEmailWorker(
      {
        context: { config, events, views, clock, log, documents, temporaryPasswords, emails },
        links,
        url,
        transport: { send: (message) => Promise.resolve(void sent.push(message)), close: () => undefined },
        timing: { quietMs: quiet, maxWaitMs: 60_000, maxDigestWaitMs: 60_000 },
        pauses: [5],
      },
      testStores.run,
    );
    workers.push(worker);
    return worker;
  };

  return {
    stores: testStores,
    links,
    sent,
    tell,
    open,
    temporaryPasswords: createTemporaryPasswords({ events: testStores.events, clock: testStores.clock, key }),
    deliverAlert: (title: string, userIds: string[], commandId: string = randomUUID()) =>
      deliverAlert(testStores, { title, userIds, commandId }),
    /** The listing is written to the log too, and is withdrawn. */
    withdrawListing: async (listingId: string): Promise<void> => {
      await tellListing(listingId, { type: 'Find', data: { listingId, ...sampleFacts, price: 45_000 } });
      await tellListing(listingId, { type: 'Withdraw', data: { listingId, reason: 'sold' } });
      await testStores.waitForViews();
    },
    /** The mails so far, once the last thing requested has caused one. */
    waitForMails: async (count: number): Promise<EmailMessage[]> => {
      const marker = await testStores.member({});
      await tell(marker, { type: 'GrantHigherLimit', data: { userId: marker, limit: 200_000 } });
      const isMarker = ({ to }: EmailMessage) => to === `${marker}@example.com`;
      await expect.poll(() => sent.some(isMarker), { timeout: 5000 }).toBe(true);
      const others = () => sent.filter(({ subject }) => !subject.includes('$200,000'));
      await expect.poll(() => others().length, { timeout: 5000 }).toBe(count);
      return others();
    },
    /** Forgets the open workers without stopping them. */
    forget: () => void workers.splice(0),
    close: async () => {
      for (const worker of workers) await worker.stop();
      await testStores.close();
    },
  };
}

/** An alert that was just delivered, as the dashboard shows it. Resolves with its listing's id. */
async function deliverAlert(
  { handle, clock }: TestStores,
  { title, userIds, commandId }: { title: string; userIds: string[]; commandId: string },
): Promise<string> {
  const listingId = randomUUID();
  const at = clock().toISOString();
  const match = createMatchCommand({ listingId, userIds, at, listing: { ...exampleListing, title } });
  await handle(alert, alertStream(listingId, 0), match, { actor: 'scout', commandId });
  return listingId;
}
