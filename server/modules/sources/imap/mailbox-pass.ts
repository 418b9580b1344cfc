import type { Logger } from 'pino';
import { type Documents, StoreUnavailable } from '#projections/store/port.ts';
import type { Clock } from '#server/lib/clock.ts';
import { Problem } from '#server/platform/http/middleware/problem.ts';
import { FeedFailure } from '../feed-config/failure.ts';
import { addTo, type Figures, noFigures } from '../feeds/figures.ts';
import { space } from '../feeds/source-doc.ts';
import type { Pass } from '../registry/connector.ts';
import { NotAMail, type TakenMail } from '#server/modules/intake/index.ts';
import type { Mailbox } from './mailbox.ts';

export const mailboxSource = 'imap';

/** A place in a mailbox: all mails up to `uid` are taken, but for those of `later`. */
type Place = { uidValidity: string; uid: number };

/** A mail that was to be taken, and how often that failed. */
type Waiting = { uid: number; tries: number };

/** What is known of the mailbox, with what pages show of it. `mailbox` is another one where the address is changed. */
export type MailboxDoc = Pass & {
  id: string;
  mailbox: string;
  place: Place | null;
  /** Mails whose source is paused, or that could not be taken yet. */
  later: Waiting[];
};

type Parts = {
  mailbox: Mailbox;
  take: (came: { raw: Buffer; isSigned: boolean }) => Promise<TakenMail>;
  documents: Documents;
  clock: Clock;
  log: Logger;
  /** Tells one mailbox from another, without a secret. */
  shown: string;
  everySeconds: number;
  /** Where the server says by itself when something comes. */
  listeningSeconds: number;
  signal: AbortSignal;
};

/** Seconds. */
const longestPause = 30 * 60;
const mostAtOnce = 500;
const mostAgain = 20;
const mostLater = 1000;
const mostTries = 5;

type Work = { doc: MailboxDoc; figures: Figures };

/**
 * Looks into a mailbox once. A mail counts as taken when what became of it is durable; one that cannot be read, or whose
 * source is paused, holds up no other. Resolves with what is then known of the mailbox.
 */
export function mailboxVisitor(parts: Parts): () => Promise<MailboxDoc> {
  const { mailbox, documents, clock, log, shown, signal } = parts;

  const known = async (): Promise<MailboxDoc> => {
    const kept = await documents.get<MailboxDoc>(space, mailboxSource);
    return kept?.mailbox === shown ? kept : newDoc(shown, clock());
  };

  const keep = async (work: Work, changes: Partial<MailboxDoc>) => {
    work.doc = { ...work.doc, ...changes };
    await documents.put(space, work.doc);
  };

  const readNews = async (work: Work): Promise<void> => {
    const { uidValidity, uids } = await mailbox.newsSince(work.doc.place);
    const isSame = work.doc.place?.uidValidity === uidValidity;
    const again = isSame ? work.doc.later : [];
    if (!isSame) await keep(work, { place: { uidValidity, uid: 0 }, later: [] });
    for (const waiting of again.slice(0, mostAgain)) {
      signal.throwIfAborted();
      const left = await takeOne(waiting, work, parts);
      const others = work.doc.later.filter(({ uid }) => uid !== waiting.uid);
      await keep(work, { later: left === null ? others : [...others, left] });
    }
    for (const uid of uids.slice(0, mostAtOnce)) {
      signal.throwIfAborted();
      const left = await takeOne({ uid, tries: 0 }, work, parts);
      const later = left === null ? work.doc.later : [...work.doc.later, left].slice(-mostLater);
      await keep(work, { place: { uidValidity, uid }, later });
    }
  };

  return async () => {
    const begun = clock();
    const work: Work = { doc: await known(), figures: noFigures() };
    const problem = await readNews(work).then(
      () => null,
      (error: unknown) => {
        signal.throwIfAborted();
        return problemOf(error, log);
      },
    );
    const failures = problem === null ? 0 : work.doc.failures + 1;
    const isListening = problem === null && work.doc.later.length === 0 && mailbox.listen();
    const everySeconds = isListening ? parts.listeningSeconds : parts.everySeconds;
    const nextAt = new Date(clock().getTime() + 1000 * pauseOf(everySeconds, failures)).toISOString();
    await keep(work, { checkedAt: begun.toISOString(), nextAt, figures: work.figures, problem, failures });
    if (problem !== null) log.warn({ source: mailboxSource, problem }, 'The mailbox could not be read to its end');
    else if (work.figures.rows > 0) log.info({ source: mailboxSource, ...work.figures }, 'The mailbox was read');
    return work.doc;
  };
}

/** Null when a mail is done with, else how it waits. What keeps all others from being taken too is thrown. */
async function takeOne(waiting: Waiting, { figures }: Work, { mailbox, take, log }: Parts): Promise<Waiting | null> {
  const { uid } = waiting;
  const raw = await mailbox.fetch(uid);
  if (raw === null) return null;
  try {
    const { result } = await take({ raw, isSigned: false });
    const { accepted, duplicates, review, rejected } = result;
    addTo(figures, result, accepted + duplicates + review.length + rejected.length);
    return null;
  } catch (error) {
    return afterFailure(error, waiting, log);
  }
}

function afterFailure(error: unknown, { uid, tries }: Waiting, log: Logger): Waiting | null {
  if (error instanceof StoreUnavailable) throw error;
  if (error instanceof Problem && error.status === 409) return { uid, tries };
  if (error instanceof NotAMail) {
    log.warn({ uid, problem: error.message }, 'A mail of the mailbox could not be read');
    return null;
  }
  const isLast = tries + 1 >= mostTries;
  log.error({ err: error, uid }, `A mail of the mailbox could not be taken${isLast ? ' and is given up' : ''}`);
  return isLast ? null : { uid, tries: tries + 1 };
}

function newDoc(mailbox: string, now: Date): MailboxDoc {
  const at = now.toISOString();
  const unread = { place: null, later: [], figures: null, problem: null, failures: 0 };
  return { id: mailboxSource, mailbox, checkedAt: at, nextAt: at, ...unread };
}

function pauseOf(everySeconds: number, failures: number): number {
  return Math.min(everySeconds * 2 ** failures, Math.max(everySeconds, longestPause));
}

function problemOf(error: unknown, log: Logger): string {
  if (error instanceof FeedFailure) return error.message;
  if (error instanceof StoreUnavailable) return 'The listings could not be stored';
  log.error({ err: error }, 'The mailbox broke off unexpectedly');
  return 'The reading broke off unexpectedly';
}
