import { describeCertificateProblem } from '#server/lib/network/certificate-problem.ts';
import { FeedError } from '../feed-config/feed-error.ts';
import type { MailboxAddress } from './mailbox-address.ts';

const noTls = 'it does not speak TLS on this port';
const noAnswer = 'it is unreachable';
const failureReasons: Partial<Record<string, string>> = {
  ENOTFOUND: 'its name is unknown',
  EAI_AGAIN: 'its name cannot be resolved now',
  ECONNREFUSED: 'it refuses connections',
  ECONNRESET: 'it closed the connection',
  NoConnection: 'it closed the connection',
  EConnectionClosed: 'it closed the connection',
  ETIMEDOUT: noAnswer,
  ETIMEOUT: noAnswer,
  CONNECT_TIMEOUT: noAnswer,
  GREETING_TIMEOUT: noAnswer,
  UPGRADE_TIMEOUT: noAnswer,
  ERR_SSL_WRONG_VERSION_NUMBER: noTls,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: noTls,
  EPROTO: noTls,
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

export class ConnectionLost extends Error {
  readonly code = 'NoConnection';
}

class NoAnswer extends Error {
  readonly code = 'ETIMEOUT';
}

export function throwNoAnswer(): never {
  throw new NoAnswer();
}

/** The UIDs that are known are of no use any more. */
export class MailboxRenumbered extends Error {}

export function isTimeout(error: unknown): boolean {
  const { code } = error as ImapError; // read only
  return failureReasons[String(code)] === noAnswer;
}

export function toFeedError(error: unknown, { host, folder }: MailboxAddress): FeedError {
  if (error instanceof MailboxRenumbered) return new FeedError(`${host} has numbered its mails anew`);
  const { code, authenticationFailed, mailboxMissing, serverResponseCode } = error as ImapError; // read only
  if (authenticationFailed === true) return new FeedError(`${host} refuses the user or the password of IMAP_URL`);
  if (mailboxMissing === true || serverResponseCode === 'NONEXISTENT') {
    return new FeedError(`${host} has no mailbox '${folder}'`);
  }
  const text = String(code);
  const reason = failureReasons[text] ?? describeCertificateProblem(text) ?? 'the transfer failed';
  return new FeedError(`${host} cannot be read: ${reason}`);
}
