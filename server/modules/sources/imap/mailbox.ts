import { ImapFlow } from 'imapflow';
import { FeedError } from '../feed-config/feed-error.ts';

/** A mailbox by its IMAP_URL. `displayUrl` is the same without user and password. */
export type MailboxAddress = {
  host: string;
  port: number;
  secure: boolean;
  user: string;
  password: string;
  folder: string;
  displayUrl: string;
};

/** The new contents of a mailbox after a position in it. */
export type NewMails = { uidValidity: string; uids: number[] };

export type Mailbox = {
  /** The mails after `uid` if the mailbox still has the same UIDVALIDITY, otherwise all. Throws FeedError. */
  listNewMails: (place: { uidValidity: string; uid: number } | null) => Promise<NewMails>;
  /** The raw MIME of a mail, truncated if it is very long; null if it no longer exists. Throws FeedError. */
  fetch: (uid: number) => Promise<Buffer | null>;
  /** Lets the server announce new mail (IDLE) until the next command; false if it does not support that. */
  listen: () => boolean;
  close: () => Promise<void>;
};

const secondMs = 1000;
const defaultTimeouts = {
  connectionTimeout: 15 * secondMs,
  greetingTimeout: 15 * secondMs,
  socketTimeout: 60 * secondMs,
};
/** In ms. */
const reconnectPauseMs = 60 * secondMs;
/** Texts precede attachments: the offers of a longer mail are within this size. */
const maxMailBytes = 2_000_000;

export function parseMailboxUrl(url: string): MailboxAddress {
  const { protocol, hostname, port, username, password, pathname } = new URL(url);
  const secure = protocol.toLowerCase() === 'imaps:';
  const folder = decodeURIComponent(pathname.replace(/^\//, '')) || 'INBOX';
  return {
    host: hostname.replaceAll(/^\[|\]$/g, ''),
    port: port === '' ? (secure ? 993 : 143) : Number(port),
    secure,
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    folder,
    displayUrl: `${protocol}//${hostname}/${folder}`,
  };
}

async function findNewMails(
  client: ImapFlow,
  address: MailboxAddress,
  place: { uidValidity: string; uid: number } | null,
): Promise<NewMails> {
  await client.noop();
  const uidValidity = client.mailbox === false ? '' : String(client.mailbox.uidValidity);
  const after = place?.uidValidity === uidValidity ? place.uid : 0;
  const found = await client.search({ uid: `${after + 1}:*` }, { uid: true });
  if (!found) throw connectionLostError(address);
  // If there is no later mail, '*' still means the last one.
  return { uidValidity, uids: found.filter((uid) => uid > after).toSorted((a, b) => a - b) };
}

/**
 * Reads a mailbox without changes: no mail is marked as read, moved or deleted. Connects when needed. `onNews` is
 * called when mail arrives during IDLE, or when that connection ends.
 */
export function openMailbox(
  address: MailboxAddress,
  timeouts = defaultTimeouts,
  onNews: () => void = () => undefined,
): Mailbox {
  let open: ImapFlow | null = null;
  let listening: ImapFlow | null = null;

  let brokenAt = Number.NEGATIVE_INFINITY;

  const onEvent = (client: ImapFlow, isEnd: boolean) => {
    if (listening !== client) return;
    listening = null;
    // A server that closes every connection is not polled more often because of that.
    const isOften = isEnd && performance.now() - brokenAt < reconnectPauseMs;
    if (isEnd) brokenAt = performance.now();
    if (!isOften) onNews();
  };

  const ensureConnected = async (): Promise<ImapFlow> => {
    if (!open?.usable) open = await connect(address, timeouts, onEvent);
    return open;
  };

  const withReconnect = async <T>(ask: (client: ImapFlow) => Promise<T>): Promise<T> => {
    listening = null;
    const isKept = open !== null;
    try {
      return await ask(await ensureConnected());
    } catch (error) {
      open?.close();
      open = null;
      // A reused connection may have ended since; only the first command shows it.
      if (isKept) return await withReconnect(ask);
      throw toFeedError(error, address);
    }
  };

  return {
    listNewMails: (place) => withReconnect((client) => findNewMails(client, address, place)),
    fetch: (uid) =>
      withReconnect(async (client) => {
        const found = await client.fetchOne(
          String(uid),
          { uid: true, source: { maxLength: maxMailBytes } },
          { uid: true },
        );
        if (!found && !client.usable) throw connectionLostError(address);
        return found ? (found.source ?? null) : null;
      }),
    listen: () => {
      if (!open?.usable || !open.capabilities.has('IDLE')) return false;
      listening = open;
      // A broken connection is reported by its end event.
      open.idle().catch(() => undefined);
      return true;
    },
    close: async () => {
      const client = open;
      open = null;
      listening = null;
      await client?.logout().catch(() => undefined);
      client?.close();
    },
  };
}

async function connect(
  { host, port, secure, user, password, folder }: MailboxAddress,
  timeouts: typeof defaultTimeouts,
  onEvent: (client: ImapFlow, isEnd: boolean) => void,
): Promise<ImapFlow> {
  const auth = { user, pass: password };
  const client = new ImapFlow({ host, port, secure, auth, logger: false, disableAutoIdle: true, ...timeouts });
  client.on('exists', () => onEvent(client, false));
  client.on('close', () => onEvent(client, true));
  // A connection that breaks between two passes is reopened by the next.
  client.on('error', () => client.close());
  try {
    await client.connect();
    await client.mailboxOpen(folder, { readOnly: true });
  } catch (error) {
    client.close();
    throw error;
  }
  return client;
}

const failureReasons: Partial<Record<string, string>> = {
  ENOTFOUND: 'its name is unknown',
  EAI_AGAIN: 'its name cannot be resolved now',
  ECONNREFUSED: 'it refuses connections',
  ECONNRESET: 'it closed the connection',
  NoConnection: 'it closed the connection',
  EConnectionClosed: 'it closed the connection',
  ETIMEDOUT: 'it is unreachable',
  ETIMEOUT: 'it is unreachable',
  CONNECT_TIMEOUT: 'it is unreachable',
  GREETING_TIMEOUT: 'it is unreachable',
  UPGRADE_TIMEOUT: 'it is unreachable',
};

/**
 * Properties that imapflow adds to its errors. Its description of commands may contain the password, and is left out.
 */
type ImapError = {
  code?: unknown;
  authenticationFailed?: unknown;
  mailboxMissing?: unknown;
  serverResponseCode?: unknown;
};

function connectionLostError({ host }: MailboxAddress): FeedError {
  return new FeedError(`${host} cannot be read: it closed the connection`);
}

function toFeedError(error: unknown, { host, folder }: MailboxAddress): FeedError {
  if (error instanceof FeedError) return error;
  const { code, authenticationFailed, mailboxMissing, serverResponseCode } = error as ImapError; // read only
  if (authenticationFailed === true) return new FeedError(`${host} refuses the user or the password of IMAP_URL`);
  if (mailboxMissing === true || serverResponseCode === 'NONEXISTENT') {
    return new FeedError(`${host} has no mailbox '${folder}'`);
  }
  const text = String(code);
  if (/CERT|SELF_SIGNED|TLS|SSL/i.test(text)) return new FeedError(`${host} has no trusted certificate`);
  return new FeedError(`${host} cannot be read: ${failureReasons[text] ?? 'the transfer failed'}`);
}
