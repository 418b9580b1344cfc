import { ImapFlow } from 'imapflow';
import { FeedError } from '../feed-config/feed-error.ts';

/** A mailbox by its IMAP_URL. `shown` is the same without user and password. */
export type MailboxAddress = {
  host: string;
  port: number;
  secure: boolean;
  user: string;
  password: string;
  folder: string;
  shown: string;
};

/** What a mailbox holds beyond a place in it. */
export type NewMails = { uidValidity: string; uids: number[] };

export type Mailbox = {
  /** The mails after `uid`, where the mailbox still has the numbers that it had then, or all. Throws FeedFailure. */
  listNewMails: (place: { uidValidity: string; uid: number } | null) => Promise<NewMails>;
  /** A mail's raw MIME, cut where it is very long; null where it is gone. Throws FeedFailure. */
  fetch: (uid: number) => Promise<Buffer | null>;
  /** Has the server say when something comes (IDLE), until the next question; false where it cannot. */
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
/** Texts stand before attachments: what is longer has its offers in here. */
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
    shown: `${protocol}//${hostname}/${folder}`,
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
  // Where there is nothing beyond, '*' still means the last one.
  return { uidValidity, uids: found.filter((uid) => uid > after).toSorted((a, b) => a - b) };
}

/**
 * A mailbox that is only looked at: nothing in it is marked as read, moved or deleted. It is connected to when needed.
 * `onNews` is called when something comes while it listens, or when the connection that it listened on ends.
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
    // A server that ends every connection is asked no more often for that.
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
      // One that was kept may have ended since, and only the first question tells.
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
      // A connection that breaks says so by its end.
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
  // A connection that breaks between two passes is made again by the next.
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
  ENOTFOUND: 'its name is not known',
  EAI_AGAIN: 'its name cannot be looked up now',
  ECONNREFUSED: 'it refuses connections',
  ECONNRESET: 'it broke the connection off',
  NoConnection: 'it broke the connection off',
  EConnectionClosed: 'it broke the connection off',
  ETIMEDOUT: 'it does not answer',
  ETIMEOUT: 'it does not answer',
  CONNECT_TIMEOUT: 'it does not answer',
  GREETING_TIMEOUT: 'it does not answer',
  UPGRADE_TIMEOUT: 'it does not answer',
};

/** What imapflow adds to its errors. What it says of commands may hold the password, and stays out. */
type ImapError = {
  code?: unknown;
  authenticationFailed?: unknown;
  mailboxMissing?: unknown;
  serverResponseCode?: unknown;
};

function connectionLostError({ host }: MailboxAddress): FeedError {
  return new FeedError(`${host} cannot be read: it broke the connection off`);
}

function toFeedError(error: unknown, { host, folder }: MailboxAddress): FeedError {
  if (error instanceof FeedError) return error;
  const { code, authenticationFailed, mailboxMissing, serverResponseCode } = error as ImapError; // only looked at
  if (authenticationFailed === true) return new FeedError(`${host} refuses the user or the password of IMAP_URL`);
  if (mailboxMissing === true || serverResponseCode === 'NONEXISTENT') {
    return new FeedError(`${host} has no mailbox '${folder}'`);
  }
  const text = String(code);
  if (/CERT|SELF_SIGNED|TLS|SSL/i.test(text)) return new FeedError(`${host} has no certificate that can be trusted`);
  return new FeedError(`${host} cannot be read: ${failureReasons[text] ?? 'the transfer failed'}`);
}
