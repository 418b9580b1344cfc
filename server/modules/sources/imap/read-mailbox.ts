import type { Logger } from 'pino';
import { StoreUnavailable } from '#projections/store/port.ts';
import { updateDocument } from '#projections/store/update-document.ts';
import type { Platform } from '#server/platform/modules/platform.ts';
import { FeedError } from '../feed-config/feed-error.ts';
import { sourcesSpace } from '../feeds/feed-state.ts';
import { type PassStats, createPassStats } from '../feeds/pass-stats.ts';
import type { SourcePassState } from '../registry/connector.ts';
import type { Mailbox } from './mailbox.ts';
import type { MailboxAddress } from './mailbox-address.ts';
import { createMailboxPass, type MailboxPassDeps, maxMailsPerPass } from './take-mails.ts';
import { createMailboxProgress } from './mailbox-progress.ts';

export const mailboxSource = 'imap';

/** The stored state of the mailbox, with what pages show of it. `mailbox` changes with the address. */
export type MailboxState = SourcePassState & { id: string; mailbox: string };

type MailboxReaderDeps = Pick<MailboxPassDeps, 'takeMail' | 'countUnreadable' | 'log' | 'signal'> &
  Pick<Platform, 'documents' | 'clock'> & {
    mailbox: Mailbox;
    address: Pick<MailboxAddress, 'host' | 'user' | 'folder' | 'displayUrl'>;
    everySeconds: number;
    /** Instead, where the server announces new mail. */
    listeningSeconds: number;
  };

/** `isBehind` where more mails can be read at once, `hasDeferred` where some wait for their source or another attempt. */
type PassOutcome = { problem: string | null; isBehind: boolean; hasDeferred: boolean };

const maxPauseSeconds = 30 * 60;

/**
 * Reads a mailbox once, up to a number of mails: the next pass follows at once where more are left. A mail counts as
 * taken when its outcome is durable; one that cannot be read, or whose source is paused, does not block others. Resolves
 * with the new state of the mailbox.
 */
export function createMailboxReader(deps: MailboxReaderDeps): () => Promise<MailboxState> {
  const { mailbox, address, documents, clock, log, signal } = deps;

  const toOwnState = (storedState: MailboxState | null): MailboxState =>
    storedState?.mailbox === address.displayUrl ? storedState : createState(address.displayUrl, clock());

  const readMails = async (stats: PassStats): Promise<PassOutcome> => {
    const uidValidity = await mailbox.open();
    const progress = createMailboxProgress(documents, address, uidValidity);
    const uids = await mailbox.listMailsAfter({ uidValidity, uid: await progress.readLastUid() });
    const pass = createMailboxPass({ ...deps, uidValidity, progress, stats });
    const isRetried = await pass.retryDeferredMails();
    await pass.takeNewMails(uids.slice(0, maxMailsPerPass));
    const isBehind = !isRetried || uids.length > maxMailsPerPass;
    return { problem: null, isBehind, hasDeferred: await progress.hasDeferred() };
  };

  const findPauseSeconds = ({ problem, isBehind, hasDeferred }: PassOutcome, failures: number): number => {
    if (isBehind) return 0;
    const isListening = problem === null && mailbox.listen();
    const everySeconds = isListening && !hasDeferred ? deps.listeningSeconds : deps.everySeconds;
    return Math.min(everySeconds * 2 ** failures, Math.max(everySeconds, maxPauseSeconds));
  };

  return async () => {
    const begun = clock();
    const figures = createPassStats();
    const outcome = await readMails(figures).catch((error: unknown): PassOutcome => {
      signal.throwIfAborted();
      return { problem: describeProblem(error, log), isBehind: false, hasDeferred: false };
    });
    const { problem } = outcome;
    const next = (storedState: MailboxState | null): MailboxState => {
      const before = toOwnState(storedState);
      const failures = problem === null ? 0 : before.failures + 1;
      const nextAt = new Date(clock().getTime() + 1000 * findPauseSeconds(outcome, failures)).toISOString();
      return { ...before, checkedAt: begun.toISOString(), nextAt, figures, problem, failures };
    };
    const state = await updateDocument(documents, { space: sourcesSpace, id: mailboxSource }, next);
    if (problem !== null) log.warn({ source: mailboxSource, problem }, 'Failed to read the whole mailbox');
    else if (figures.rows > 0) log.info({ source: mailboxSource, ...figures }, 'Read the mailbox');
    return state;
  };
}

function createState(mailbox: string, now: Date): MailboxState {
  const at = now.toISOString();
  return { id: mailboxSource, mailbox, checkedAt: at, nextAt: at, figures: null, problem: null, failures: 0 };
}

function describeProblem(error: unknown, log: Logger): string {
  if (error instanceof FeedError) return error.message;
  if (error instanceof StoreUnavailable) return 'The listings could not be stored';
  log.error({ err: error }, 'Unexpected error while reading the mailbox');
  return 'The run ended unexpectedly';
}
