import type { Logger } from 'pino';
import { type Documents, StoreUnavailable } from '#projections/store/port.ts';
import type { Clock } from '#server/lib/clock.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import { FeedError } from '../feed-config/feed-error.ts';
import { addResult, type PassStats, createPassStats } from '../feeds/pass-stats.ts';
import { sourcesSpace } from '../feeds/feed-state.ts';
import type { SourcePassState } from '../registry/connector.ts';
import { NotAMail, type MailIntakeResult } from '#server/modules/intake/index.ts';
import type { Mailbox } from './mailbox.ts';

export const mailboxSource = 'imap';

/** A position in a mailbox: all mails up to `uid` are taken, except those in `later`. */
type MailboxCursor = { uidValidity: string; uid: number };

/** A mail that is still to be taken, and how often that failed. */
type DeferredMail = { uid: number; tries: number };

/** The stored state of the mailbox, with what pages show of it. `mailbox` changes with the address. */
export type MailboxState = SourcePassState & {
  id: string;
  mailbox: string;
  place: MailboxCursor | null;
  /** Mails whose source is paused, or that could not be taken yet. */
  later: DeferredMail[];
};

type MailboxReaderDeps = {
  mailbox: Mailbox;
  takeMail: (came: { raw: Buffer; isSigned: boolean }) => Promise<MailIntakeResult>;
  documents: Documents;
  clock: Clock;
  log: Logger;
  /** Identifies a mailbox without containing a secret. */
  displayUrl: string;
  everySeconds: number;
  /** Whether the server announces new mail. */
  listeningSeconds: number;
  signal: AbortSignal;
};

/** Seconds. */
const maxPauseSeconds = 30 * 60;
const maxNewMails = 500;
const maxRetriedMails = 20;
const maxDeferredMails = 1000;
const maxAttempts = 5;

type MailboxPass = { doc: MailboxState; stats: PassStats };

/**
 * Reads a mailbox once. A mail counts as taken when its outcome is durable; one that cannot be read, or whose source is
 * paused, does not block others. Resolves with the new state of the mailbox.
 */
export function createMailboxReader(parts: MailboxReaderDeps): () => Promise<MailboxState> {
  const { mailbox, documents, clock, log, displayUrl, signal } = parts;

  const loadState = async (): Promise<MailboxState> => {
    const stored = await documents.get<MailboxState>(sourcesSpace, mailboxSource);
    return stored?.mailbox === displayUrl ? stored : createState(displayUrl, clock());
  };

  const saveState = async (work: MailboxPass, changes: Partial<MailboxState>) => {
    work.doc = { ...work.doc, ...changes };
    await documents.put(sourcesSpace, work.doc);
  };

  const readNewMails = async (work: MailboxPass): Promise<void> => {
    const { uidValidity, uids } = await mailbox.listNewMails(work.doc.place);
    const isSame = work.doc.place?.uidValidity === uidValidity;
    const again = isSame ? work.doc.later : [];
    if (!isSame) await saveState(work, { place: { uidValidity, uid: 0 }, later: [] });
    for (const deferredMail of again.slice(0, maxRetriedMails)) {
      signal.throwIfAborted();
      const deferred = await takeOneMail(deferredMail, work, parts);
      const others = work.doc.later.filter(({ uid }) => uid !== deferredMail.uid);
      await saveState(work, { later: deferred === null ? others : [...others, deferred] });
    }
    for (const uid of uids.slice(0, maxNewMails)) {
      signal.throwIfAborted();
      const deferred = await takeOneMail({ uid, tries: 0 }, work, parts);
      const later = deferred === null ? work.doc.later : [...work.doc.later, deferred].slice(-maxDeferredMails);
      await saveState(work, { place: { uidValidity, uid }, later });
    }
  };

  return async () => {
    const begun = clock();
    const work: MailboxPass = { doc: await loadState(), stats: createPassStats() };
    const problem = await readNewMails(work).then(
      () => null,
      (error: unknown) => {
        signal.throwIfAborted();
        return describeProblem(error, log);
      },
    );
    const failures = problem === null ? 0 : work.doc.failures + 1;
    const isListening = problem === null && work.doc.later.length === 0 && mailbox.listen();
    const everySeconds = isListening ? parts.listeningSeconds : parts.everySeconds;
    const nextAt = new Date(clock().getTime() + 1000 * computePauseSeconds(everySeconds, failures)).toISOString();
    await saveState(work, { checkedAt: begun.toISOString(), nextAt, figures: work.stats, problem, failures });
    if (problem !== null) log.warn({ source: mailboxSource, problem }, 'Failed to read the whole mailbox');
    else if (work.stats.rows > 0) log.info({ source: mailboxSource, ...work.stats }, 'Read the mailbox');
    return work.doc;
  };
}

/** Null when a mail is done, else how it waits. Throws errors that would stop all other mails too. */
async function takeOneMail(
  deferredMail: DeferredMail,
  { stats }: MailboxPass,
  { mailbox, takeMail, log }: MailboxReaderDeps,
): Promise<DeferredMail | null> {
  const { uid } = deferredMail;
  const raw = await mailbox.fetch(uid);
  if (raw === null) return null;
  try {
    const { result } = await takeMail({ raw, isSigned: false });
    const { accepted, duplicates, review, rejected } = result;
    addResult(stats, result, accepted + duplicates + review.length + rejected.length);
    return null;
  } catch (error) {
    return deferOrDrop(error, deferredMail, log);
  }
}

function deferOrDrop(error: unknown, { uid, tries }: DeferredMail, log: Logger): DeferredMail | null {
  if (error instanceof StoreUnavailable) throw error;
  if (error instanceof HttpError && error.status === 409) return { uid, tries };
  if (error instanceof NotAMail) {
    log.warn({ uid, problem: error.message }, 'Failed to parse an email of the mailbox; skipped');
    return null;
  }
  const isLast = tries + 1 >= maxAttempts;
  log.error({ err: error, uid }, `Failed to process an email of the mailbox; ${isLast ? 'giving up' : 'retrying'}`);
  return isLast ? null : { uid, tries: tries + 1 };
}

function createState(mailbox: string, now: Date): MailboxState {
  const at = now.toISOString();
  const unread = { place: null, later: [], figures: null, problem: null, failures: 0 };
  return { id: mailboxSource, mailbox, checkedAt: at, nextAt: at, ...unread };
}

function computePauseSeconds(everySeconds: number, failures: number): number {
  return Math.min(everySeconds * 2 ** failures, Math.max(everySeconds, maxPauseSeconds));
}

function describeProblem(error: unknown, log: Logger): string {
  if (error instanceof FeedError) return error.message;
  if (error instanceof StoreUnavailable) return 'The listings could not be stored';
  log.error({ err: error }, 'Unexpected error while reading the mailbox');
  return 'The run ended unexpectedly';
}
