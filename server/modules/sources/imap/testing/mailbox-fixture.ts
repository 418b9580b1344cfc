import { pino } from 'pino';
import { listAll } from '#projections/store/list-all.ts';
import { openTestStores } from '#server/modules/alerts/matching/testing/test-stores.ts';
import { type Mailbox, openMailbox } from '../mailbox.ts';
import { parseMailboxUrl } from '../mailbox-address.ts';
import type { DeferredMail } from '../mailbox-progress.ts';
import { createMailboxReader } from '../read-mailbox.ts';
import { openImapServer } from './imap-server.ts';

const toTimeouts = (ms: number) => ({ connectionTimeout: ms, greetingTimeout: ms, socketTimeout: ms });
const accepted = { accepted: 1, duplicates: 0, review: [], rejected: [] };

/** A mail server, and readers of its mailbox whose mails are refused by their subjects, or recorded. */
export async function openMailboxFixture() {
  const stores = await openTestStores();
  const imap = await openImapServer();
  const mailboxes: Mailbox[] = [];
  const taken: string[] = [];
  const steps: string[] = [];
  const log: string[] = [];
  const refusals = new Map<string, () => Error>();
  const repeated = new Set<string>();
  const held = new Map<string, Promise<unknown>>();
  const unreadable: string[] = [];

  return {
    stores,
    imap,
    /** The subjects of the mails that were taken. */
    taken,
    /** What was done with each of them. */
    steps,
    refusals,
    /** Subjects, and what their mails wait for before they are taken. */
    held,
    /** Subjects of mails that were taken before. */
    repeated,
    /** Why mails were skipped permanently. */
    unreadable,
    log,
    /** Puts mails 'House n' into the mailbox. */
    put: (...numbers: number[]) => {
      for (const n of numbers) imap.put(`From: a@homes.example\nSubject: House ${n}\n\nBody\n`);
    },
    /** A reader as after a restart. */
    open: (url = imap.url, changes: { displayUrl?: string } = {}, timeoutMs = 60_000) => {
      const address = { ...parseMailboxUrl(url), ...changes };
      const mailbox = openMailbox(address, toTimeouts(timeoutMs));
      mailboxes.push(mailbox);
      return createMailboxReader({
        mailbox,
        documents: stores.documents,
        clock: stores.clock,
        log: pino({ level: 'debug' }, { write: (line: string) => void log.push(line) }),
        address,
        everySeconds: 15,
        listeningSeconds: 20,
        signal: new AbortController().signal,
        countUnreadable: (reason) => void unreadable.push(reason),
        takeMail: async ({ raw, isSigned, previousMails }) => {
          if (isSigned) throw new Error('No mail of a mailbox is signed');
          const subject = /^Subject: (.*)\r$/m.exec(raw.toString())?.[1] ?? '';
          steps.push(`read ${subject}`);
          await previousMails;
          await held.get(subject);
          const refusal = refusals.get(subject)?.();
          if (refusal) throw refusal;
          steps.push(`take ${subject}`);
          taken.push(subject);
          return { source: 'email-homes-example', result: accepted, isRepeat: repeated.has(subject) };
        },
      });
    },
    listDeferred: () => listAll<DeferredMail & { id: string }>(stores.documents, 'deferred-mails'),
    close: async () => {
      for (const mailbox of mailboxes) await mailbox.close();
      await imap.close();
      await stores.close();
    },
  };
}
