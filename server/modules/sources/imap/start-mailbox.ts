import type { Config } from '#server/platform/config/config.ts';
import type { DocumentDeps } from '#server/platform/modules/platform.ts';
import type { ScoutActivityTracker } from '../registry/scout-activity.ts';
import type { Connector } from '../registry/connector.ts';
import { startSourceScheduler } from '../registry/source-scheduler.ts';
import type { SourceServices } from '../registry/source-services.ts';
import type { TakeMail } from '#server/modules/intake/index.ts';
import { parseMailboxUrl } from './mailbox-address.ts';
import { mailboxSource, createMailboxReader } from './read-mailbox.ts';

/** This product is the mailbox's only reader, so it is polled often; the connection stays open. */
const everySeconds = 15;
/** The server announces new mail itself; this poll is a fallback. */
const listeningSeconds = 20;
const legalBasis = 'Alerts that platforms mail to our own mailbox';

type MailboxDeps = DocumentDeps & {
  config: Pick<Config, 'imapUrl'>;
  sources: SourceServices;
  scoutActivity: Pick<ScoutActivityTracker, 'recordPass'>;
  takeMail: TakeMail;
};

/** Polls the mailbox of IMAP_URL, if one is set, until stopped. */
export async function startMailbox(deps: MailboxDeps): Promise<{ stop: () => Promise<void> }> {
  const { config, documents, clock, log, sources, scoutActivity, takeMail } = deps;
  if (config.imapUrl === null) {
    await sources.registry.replaceAll('imap', () => Promise.resolve([]));
    return { stop: () => Promise.resolve() };
  }
  const { openMailbox } = await import('./mailbox.ts');
  const address = parseMailboxUrl(config.imapUrl);
  const stopped = new AbortController();
  let notifyNews: () => void = () => undefined;
  const mailbox = openMailbox(address, undefined, () => notifyNews());
  const visit = createMailboxReader({
    mailbox,
    takeMail,
    countUnreadable: (reason) => sources.stats.countUnreadable(mailboxSource, 'imap', reason),
    documents,
    clock,
    log,
    everySeconds,
    listeningSeconds,
    address,
    signal: stopped.signal,
  });
  const connector: Connector = {
    id: mailboxSource,
    kind: 'imap' as const,
    basis: legalBasis,
    address: address.displayUrl,
    everySeconds,
    notBefore: null,
    onUpdate: (listener) => {
      notifyNews = listener;
    },
    runOnce: async () => {
      const doc = await visit();
      if (doc.problem === null) scoutActivity.recordPass(null);
      return doc;
    },
  };
  await sources.registry.replaceAll('imap', () => Promise.resolve([connector]));
  const reading = startSourceScheduler([connector], { clock, log, sources });
  return {
    stop: async () => {
      stopped.abort();
      // Closing the connection ends a pass in progress.
      await Promise.all([mailbox.close(), reading.stop()]);
    },
  };
}
