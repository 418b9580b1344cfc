import { ImapFlow } from 'imapflow';
import { withTimeout } from '#server/lib/delay.ts';
import type { MailboxAddress } from './mailbox-address.ts';
import { isTimeout, toFeedError } from './mailbox-errors.ts';

const secondMs = 1000;
export const defaultTimeouts = {
  connectionTimeout: 15 * secondMs,
  greetingTimeout: 15 * secondMs,
  /** Longer than the time between two passes, so that it does not end IDLE. */
  socketTimeout: 30 * secondMs,
};
export type MailboxTimeouts = typeof defaultTimeouts;
const logoutTimeoutMs = secondMs;

/** `brokenBy` is why it broke: commands only report that it did. */
type Connection = { client: ImapFlow; brokenBy: unknown };
/** Called when mail has arrived, or the connection has ended. */
type OnEvent = (client: ImapFlow, isEnd: boolean) => void;

/** A connection that is opened when it is needed, and again after it broke. */
export function createMailboxConnection(address: MailboxAddress, timeouts: MailboxTimeouts, onEvent: OnEvent) {
  let open: Connection | null = null;
  let isClosed = false;
  const current = (): ImapFlow | null => (open?.client.usable ? open.client : null);

  /** Throws FeedError. */
  const ask = async <T>(command: (client: ImapFlow) => Promise<T>): Promise<T> => {
    const isKept = current() !== null;
    try {
      if (!isKept) open = null;
      open ??= await connect(address, timeouts, onEvent);
      return await command(open.client);
    } catch (error) {
      const cause = open?.brokenBy ?? error;
      open?.client.close();
      open = null;
      // A reused connection may have ended since; only the first command shows it. A server that is silent stays so.
      if (isKept && !isClosed && !isTimeout(cause)) return await ask(command);
      throw toFeedError(cause, address);
    }
  };
  return {
    ask,
    /** Null where none is open. */
    current,
    close: async () => {
      const client = current();
      isClosed = true;
      open = null;
      if (client !== null) await withTimeout(client.logout(), logoutTimeoutMs, () => undefined).catch(() => undefined);
      client?.close();
    },
  };
}

async function connect(
  { host, port, secure, user, password, folder }: MailboxAddress,
  timeouts: MailboxTimeouts,
  onEvent: OnEvent,
): Promise<Connection> {
  const auth = { user, pass: password };
  const client = new ImapFlow({ host, port, secure, auth, logger: false, disableAutoIdle: true, ...timeouts });
  const connection: Connection = { client, brokenBy: undefined };
  client.on('exists', () => onEvent(client, false));
  client.on('close', () => onEvent(client, true));
  // A connection that breaks between two passes is reopened by the next.
  client.on('error', (error: unknown) => {
    connection.brokenBy ??= error;
    client.close();
  });
  try {
    await client.connect();
    await client.mailboxOpen(folder, { readOnly: true });
  } catch (error) {
    client.close();
    throw connection.brokenBy ?? error;
  }
  return connection;
}
