import type { Context } from '../../context.ts';
import type { Connector } from '../../scout/sources/connector.ts';
import { startReading } from '../../scout/sources/reading.ts';
import { mailTaker } from '../email/take-mail.ts';
import type { Intake } from '../intake.ts';
import { mailboxSource, mailboxVisitor } from './mailbox-pass.ts';

/** A mailbox that nobody else looks into may be asked often; the connection is kept. */
const everySeconds = 15;
/** Where the server says when something comes: now and then, in case that it has forgotten to. */
const listeningSeconds = 45;
const basis = 'Alerts that platforms mail to our own mailbox';

type Parts = { context: Context; intake: Pick<Intake, 'take'>; url: () => string };

/** Reads the mailbox of IMAP_URL again and again, where there is one, until stopped. */
export async function startMailbox({ context, intake, url }: Parts): Promise<{ stop: () => Promise<void> }> {
  const { config, documents, clock, log, sources, passes } = context;
  if (config.imapUrl === null) {
    await sources.known.declare('imap', []);
    return { stop: () => Promise.resolve() };
  }
  const { mailboxAddressOf, openMailbox } = await import('./mailbox.ts');
  const address = mailboxAddressOf(config.imapUrl);
  const stopped = new AbortController();
  let hurry: () => void = () => undefined;
  const mailbox = openMailbox(address, undefined, () => hurry());
  const take = mailTaker({ context, intake, url });
  const visit = mailboxVisitor({
    mailbox,
    take,
    documents,
    clock,
    log,
    everySeconds,
    listeningSeconds,
    shown: address.shown,
    signal: stopped.signal,
  });
  let underWay: ReturnType<typeof visit> | null = null;
  const runOnce = () => {
    underWay ??= visit().finally(() => {
      underWay = null;
    });
    return underWay;
  };
  const connector: Connector = {
    id: mailboxSource,
    kind: 'imap' as const,
    basis,
    address: address.shown,
    everySeconds,
    notBefore: null,
    onNews: (listener) => {
      hurry = listener;
    },
    runOnce: async () => {
      const doc = await runOnce();
      if (doc.problem === null) passes.note(null);
      return doc;
    },
  };
  await sources.known.declare('imap', [connector]);
  const reading = startReading([connector], { clock, log, sources });
  return {
    stop: async () => {
      stopped.abort();
      // What is under way on the wire ends with the connection.
      await Promise.all([mailbox.close(), reading.stop()]);
    },
  };
}
