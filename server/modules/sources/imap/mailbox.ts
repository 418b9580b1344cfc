import type { ImapFlow } from 'imapflow';
import { withTimeout } from '#server/lib/delay.ts';
import { maxMailBytes } from '#server/modules/intake/index.ts';
import type { MailboxAddress } from './mailbox-address.ts';
import { createMailboxConnection, defaultTimeouts } from './mailbox-connection.ts';
import { ConnectionLost, MailboxRenumbered, throwNoAnswer } from './mailbox-errors.ts';

/** Mails by UID, in their order. UIDs are valid together with the UIDVALIDITY of their mailbox. */
type Mails = { uidValidity: string; uids: number[] };

export type Mailbox = {
  /** The current UIDVALIDITY. Throws FeedError, as do the others, also where it is another one by then. */
  open: () => Promise<string>;
  listMailsAfter: (last: { uidValidity: string; uid: number }) => Promise<number[]>;
  /** The raw MIME of mails by UID, truncated where very long, without those that no longer exist. */
  fetch: (mails: Mails) => Promise<Map<number, Buffer>>;
  /** Lets the server announce new mail (IDLE) until the next command; false if it does not support that. */
  listen: () => boolean;
  close: () => Promise<void>;
};

/** In ms. */
const reconnectPauseMs = 60_000;

const uidValidityOf = ({ mailbox }: ImapFlow) => (mailbox === false ? '' : String(mailbox.uidValidity));

async function findMailsAfter(client: ImapFlow, uid: number): Promise<number[]> {
  const uids = await client.search({ uid: `${uid + 1}:*` }, { uid: true });
  if (!uids) throw new ConnectionLost();
  // If there is no later mail, '*' still means the last one.
  return uids.filter((one) => one > uid).toSorted((a, b) => a - b);
}

async function fetchMails(client: ImapFlow, uids: number[]): Promise<Map<number, Buffer>> {
  const query = { uid: true, source: { maxLength: maxMailBytes } };
  const mails = await client.fetchAll(uids.join(','), query, { uid: true });
  if (mails.length < uids.length && !client.usable) throw new ConnectionLost();
  return new Map(mails.flatMap(({ uid, source }) => (source === undefined ? [] : [[uid, source]])));
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
  let listening: ImapFlow | null = null;
  let brokenAt = Number.NEGATIVE_INFINITY;

  const connection = createMailboxConnection(address, timeouts, (client, isEnd) => {
    if (listening !== client) return;
    listening = null;
    // A server that closes every connection is not polled more often because of that.
    const isOften = isEnd && performance.now() - brokenAt < reconnectPauseMs;
    if (isEnd) brokenAt = performance.now();
    if (!isOften) onNews();
  });
  const ask = <T>(command: (client: ImapFlow) => Promise<T>): Promise<T> => {
    listening = null;
    return connection.ask(command);
  };
  const askSame = <T>(uidValidity: string, command: (client: ImapFlow) => Promise<T>): Promise<T> =>
    ask((client) => {
      if (uidValidityOf(client) !== uidValidity) throw new MailboxRenumbered();
      return command(client);
    });

  return {
    open: () =>
      ask(async (client) => {
        // An IDLE that the server never began would keep it waiting.
        await withTimeout(client.noop(), timeouts.socketTimeout, throwNoAnswer);
        if (!client.usable) throw new ConnectionLost();
        return uidValidityOf(client);
      }),
    listMailsAfter: ({ uidValidity, uid }) => askSame(uidValidity, (client) => findMailsAfter(client, uid)),
    fetch: ({ uidValidity, uids }) => askSame(uidValidity, (client) => fetchMails(client, uids)),
    listen: () => {
      const client = connection.current();
      if (!client?.capabilities.has('IDLE')) return false;
      listening = client;
      // A broken connection is reported by its end event.
      client.idle().catch(() => undefined);
      return true;
    },
    close: async () => {
      listening = null;
      await connection.close();
    },
  };
}
