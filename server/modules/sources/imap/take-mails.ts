import type { Logger } from 'pino';
import { StoreUnavailable } from '#projections/store/port.ts';
import { NotAMail, type MailIntakeResult } from '#server/modules/intake/index.ts';
import { addResult, type PassStats } from '../feeds/pass-stats.ts';
import { SourcePaused } from '../registry/source-policy.ts';
import type { Mailbox } from './mailbox.ts';
import { type DeferredMail, type MailboxProgress, noSource } from './mailbox-progress.ts';

/** In one pass, of new mails and of each source whose mails were deferred. */
export const maxMailsPerPass = 500;
/** Mails that are fetched together, of up to 8 MB each; those of two batches are in memory. */
const batchSize = 5;
const maxAttempts = 5;
const givenUpReason = `The email could not be processed in ${maxAttempts} attempts`;

export type MailboxPassDeps = {
  mailbox: Pick<Mailbox, 'fetch'>;
  uidValidity: string;
  progress: MailboxProgress;
  takeMail: (came: { raw: Buffer; isSigned: boolean; previousMails: Promise<unknown> }) => Promise<MailIntakeResult>;
  stats: PassStats;
  /** Counts a mail that is skipped permanently. */
  countUnreadable: (reason: string) => void;
  log: Logger;
  signal: AbortSignal;
};
/** Mails that are being taken; `allTaken` resolves when all of them are, `deferral` with how one that is not done waits. */
type Batch = { mails: { uid: number; deferral: Promise<DeferredMail | null> }[]; allTaken: Promise<unknown> };
type StoreProgress = (done: number[], deferred: DeferredMail[]) => Promise<void>;

/** Takes mails of one pass, and stores how far it got also where that ends with an error. */
export function createMailboxPass({ progress, ...deps }: MailboxPassDeps) {
  const { mailbox, uidValidity } = deps;

  /** Fetches mails and begins to read them; they are taken after those before them. */
  const beginBatch = async (mails: DeferredMail[], previousMails: Promise<unknown>): Promise<Batch> => {
    const raws = await mailbox.fetch({ uidValidity, uids: mails.map(({ uid }) => uid) });
    return takeInOrder(mails, raws, previousMails, deps);
  };

  /** Resolves with those that are deferred. */
  const completeBatch = async ({ mails }: Batch, storeProgress: StoreProgress): Promise<DeferredMail[]> => {
    const [done, deferred]: [number[], DeferredMail[]] = [[], []];
    try {
      for (const { uid, deferral } of mails) {
        const deferredMail = await deferral;
        done.push(uid);
        if (deferredMail !== null) deferred.push(deferredMail);
      }
    } finally {
      if (done.length > 0) await storeProgress(done, deferred);
    }
    return deferred;
  };

  const takeBatch = async (mails: DeferredMail[], storeProgress: StoreProgress): Promise<DeferredMail[]> =>
    mails.length === 0 ? [] : completeBatch(await beginBatch(mails, Promise.resolve()), storeProgress);

  /** One mail shows whether the source is still paused. False where more are left that could be taken. */
  const retrySource = async (source: string): Promise<boolean> => {
    for (let takenCount = 0; takenCount < maxMailsPerPass; ) {
      const mails = await progress.listDeferred(source, takenCount === 0 ? 1 : batchSize);
      const deferred = await takeBatch(mails, progress.replaceDeferred);
      if (mails.length === 0 || deferred.some((mail) => mail.source === source)) return true;
      takenCount += mails.length;
    }
    return false;
  };

  return {
    /** The next mails are fetched and read while those before them are taken. */
    takeNewMails: async (uids: number[]): Promise<void> => {
      const advance: StoreProgress = (done, deferred) => progress.advance(Math.max(...done), deferred);
      let current: Batch | null = null;
      for (let from = 0; from < uids.length; from += batchSize) {
        const mails = uids.slice(from, from + batchSize).map((uid) => ({ uid, source: noSource, tries: 0 }));
        const next = beginBatch(mails, current?.allTaken ?? Promise.resolve());
        next.catch(() => undefined); // those before it are completed first
        if (current !== null) await completeBatch(current, advance);
        current = await next;
      }
      if (current !== null) await completeBatch(current, advance);
    },

    /** False where more are left that could be taken. */
    retryDeferredMails: async (): Promise<boolean> => {
      await takeBatch(await progress.listDeferred(noSource, batchSize), progress.replaceDeferred);
      let isComplete = true;
      let source = await progress.findNextSource(noSource);
      for (; source !== null; source = await progress.findNextSource(source)) {
        isComplete = (await retrySource(source)) && isComplete;
      }
      return isComplete;
    },
  };
}

type TakeDeps = Pick<MailboxPassDeps, 'takeMail' | 'countUnreadable' | 'stats' | 'log' | 'signal'>;

/** All are read at once; each is taken after those before it, and none after one that stops the pass. */
function takeInOrder(mails: DeferredMail[], raws: Map<number, Buffer>, after: Promise<unknown>, deps: TakeDeps): Batch {
  let previousMails = after;
  const begun = mails.map((mail) => {
    const raw = raws.get(mail.uid);
    const begins = previousMails.then(() => deps.signal.throwIfAborted());
    const deferral = raw === undefined ? begins.then(() => null) : takeMailOrDefer(raw, mail, begins, deps);
    previousMails = Promise.all([begins, deferral]);
    previousMails.catch(() => undefined);
    return { uid: mail.uid, deferral };
  });
  return { mails: begun, allTaken: previousMails };
}

/** Null when the mail is done, else how it waits. Throws errors that would stop all other mails too. */
async function takeMailOrDefer(
  raw: Buffer,
  mail: DeferredMail,
  previousMails: Promise<void>,
  deps: TakeDeps,
): Promise<DeferredMail | null> {
  try {
    const { takeMail, stats } = deps;
    const { result, isRepeat } = await takeMail({ raw, isSigned: false, previousMails });
    const { accepted, duplicates, review, rejected } = result;
    const rows = accepted + duplicates + review.length + rejected.length;
    addResult(stats, isRepeat ? { accepted: 0, duplicates: rows, review: [], rejected: [] } : result, rows);
    return null;
  } catch (error) {
    deps.signal.throwIfAborted();
    return deferOrDrop(error, mail, deps);
  }
}

function deferOrDrop(
  error: unknown,
  { uid, tries }: DeferredMail,
  { log, countUnreadable }: Pick<TakeDeps, 'log' | 'countUnreadable'>,
): DeferredMail | null {
  if (error instanceof StoreUnavailable) throw error;
  if (error instanceof SourcePaused) return { uid, source: error.source, tries };
  if (error instanceof NotAMail) {
    log.warn({ uid, problem: error.message }, 'Failed to parse an email of the mailbox; skipped');
    countUnreadable(error.message);
    return null;
  }
  const isLast = tries + 1 >= maxAttempts;
  log.error({ err: error, uid }, `Failed to process an email of the mailbox; ${isLast ? 'giving up' : 'retrying'}`);
  if (isLast) countUnreadable(givenUpReason);
  return isLast ? null : { uid, source: noSource, tries: tries + 1 };
}
