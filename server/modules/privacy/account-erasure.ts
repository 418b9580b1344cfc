import { join } from 'node:path';
import type { Logger } from 'pino';
import { listAll } from '#projections/store/list-all.ts';
import type { Doc, Documents } from '#projections/store/port.ts';
import { userStream } from '#domain/event-catalog/streams.ts';
import { erasedText } from '#domain/event-catalog/personal-data.ts';
import type { Clock } from '#server/lib/clock.ts';
import { type EmailRegistry, isDeleted, type PasswordRequests, type Vault } from '#server/modules/users/index.ts';
import type { EventStore, StoredEvent } from '#server/platform/event-store/port.ts';
import type { Sessions } from '#server/platform/http/session/sessions.ts';
import type { Sellers } from '#server/modules/intake/index.ts';
import { redactFailedEvents } from '#server/platform/subscriptions/failed-events.ts';
import { removeMailsTo } from './mail-files.ts';
import type { SubjectKeys } from '#server/platform/encryption/subject-keys.ts';
import { documentSpaces } from '#projections/store/document-spaces.ts';

const space = documentSpaces.accountErasures;
/** In ms: a deletion without its event by now was interrupted before it. */
const staleAfterMs = 10 * 60_000;
/** In ms: longer than it takes to write a mail. */
const mailWriteGraceMs = 5_000;
/**
 * Collections with documents about users: queued messages and their recipients, payments, and addresses that take no
 * mail.
 */
const personalDataSpaces = [
  documentSpaces.outbox,
  documentSpaces.pushSubscriptions,
  documentSpaces.paymentSubscriptions,
  documentSpaces.bounces,
];

/** `id` is the user's, `at` in ms since 1970. */
type PendingErasure = Doc & { at: number };

type ErasureDeps = {
  events: EventStore;
  documents: Documents;
  subjectKeys: SubjectKeys;
  clock: Clock;
  log: Pick<Logger, 'warn'>;
  dataDir: string;
  scrub: () => Promise<void>;
};

/** The stores that hold personal data of an account, each with the operation that erases it. */
export type AccountStores = {
  sessions: Pick<Sessions, 'endAllOf'>;
  vault: Pick<Vault, 'remove'>;
  emails: Pick<EmailRegistry, 'release'>;
  passwordRequests: Pick<PasswordRequests, 'forget'>;
  sellers: Pick<Sellers, 'forgetAddresses'>;
};

export type ErasureService = {
  /** To be called before a user is deleted: from then on the deletion is completed, even if this process ends. */
  begin: (userId: string) => Promise<void>;
  /** The deletion was refused: completes what an earlier one left open, otherwise does nothing. */
  abort: (userId: string) => Promise<void>;
  /** Erases all data of a deleted user, and the key of their data last. May be called again. */
  complete: (userId: string) => Promise<void>;
  /** Overwrites on disk what the stores have removed; to be called when the views have applied it too. */
  scrub: () => Promise<void>;
  /** Completes what was begun and is still open. */
  resume: () => Promise<void>;
};

/** Erases users: first the data of their account, then the key without which old events cannot be read. */
export function createErasureService(parts: ErasureDeps, accounts: AccountStores): ErasureService {
  const { events, documents, subjectKeys, clock, log } = parts;
  const clearPending = (userId: string) => documents.remove(space, userId);

  const complete = async (userId: string) => {
    const { events: past } = await events.read(userStream(userId));
    const addresses = [...new Set(past.flatMap(readAddresses))];
    await eraseAccount(accounts, userId, addresses);
    await eraseDocuments(parts, userId, addresses);
    await subjectKeys.destroy(userId, clock().toISOString());
    await clearPending(userId);
  };

  const completePending = async ({ id: userId, at }: PendingErasure) => {
    if (await isDeleted(events, userId)) await complete(userId);
    else if (clock().getTime() - at > staleAfterMs) await clearPending(userId);
  };

  return {
    begin: (userId) => {
      const pending: PendingErasure = { id: userId, at: clock().getTime() };
      return documents.put(space, pending);
    },
    abort: async (userId) => {
      if (await isDeleted(events, userId)) await complete(userId);
      else await clearPending(userId);
    },
    complete,
    scrub: () =>
      parts
        .scrub()
        .catch((error: unknown) => log.warn({ err: error }, 'Failed to scrub deleted data from the store files')),
    resume: async () => {
      const open = await listAll<PendingErasure>(documents, space);
      for (const pending of open) await completePending(pending);
      if (open.length > 0) await parts.scrub();
    },
  };
}

async function eraseAccount(accounts: AccountStores, userId: string, addresses: string[]): Promise<void> {
  const { sessions, vault, emails, passwordRequests, sellers } = accounts;
  await sessions.endAllOf(userId);
  await vault.remove(userId);
  for (const [n, address] of addresses.entries()) {
    await emails.release(userId, address, { actor: 'system', commandId: `erase-account/${userId}/${n}` });
  }
  await passwordRequests.forget(addresses);
  await sellers.forgetAddresses(addresses);
}

type ErasureStores = Pick<ErasureDeps, 'documents' | 'dataDir'>;

async function eraseDocuments(
  { documents, dataDir }: ErasureStores,
  userId: string,
  addresses: string[],
): Promise<void> {
  for (const personalSpace of personalDataSpaces) {
    const own = await listAll(documents, personalSpace, { userId });
    await documents.removeAll(
      personalSpace,
      own.map(({ id }) => id),
    );
  }
  await redactFailedEvents(documents, userId);
  const remove = () => removeMailsTo(join(dataDir, 'outbox'), addresses);
  await remove();
  // Remove again shortly after, in case a mail was being written concurrently.
  setTimeout(() => void remove().catch(() => undefined), mailWriteGraceMs).unref();
}

function readAddresses({ type, data }: StoredEvent): string[] {
  if (type !== 'UserRegistered' && type !== 'EmailChanged') return [];
  const { email } = data as { email: string }; // these events have this shape
  return email === erasedText ? [] : [email];
}
