import { createHash } from 'node:crypto';
import type { ParsedMail } from 'mailparser';
import { type Bounce, bouncesIn } from './delivery-status.ts';

/** An e-mail as far as it matters here. `sender` is '' where none can be read; `id` is the same however often it comes. */
export type ReadMail = {
  id: string;
  /** Lower case. */
  sender: string;
  subject: string;
  /** ISO 8601; null for none, or one that cannot be. */
  date: string | null;
  html: string | null;
  text: string;
  /** What our own mail server says of the sender: the topmost Authentication-Results. */
  authentication: string;
  /** Not written by anybody, but by a mailbox whose owner is away. */
  isAutoReply: boolean;
  /** What it reports of mails that could not be delivered; null where it is no such report. */
  bounces: Bounce[] | null;
};

/** A sentence for people. */
export class NotAMail extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'NotAMail';
  }
}

/** Far more than mail programs show. */
const longestText = 600_000;
/** How often a mail may have been passed on as an attachment. */
const deepest = 3;
/** Pictures that a mail carries within itself. */
const inlined = /data:[^"'()<>\s]{100,}/g;

/**
 * Reads raw MIME, of a mail that was passed on as an attachment the words of that one. Other attachments are passed
 * over, nothing is run or fetched. Throws NotAMail.
 */
export async function readMail(raw: Buffer): Promise<ReadMail> {
  const mail = await parsed(raw);
  const bounces = bouncesIn(mail);
  const told = bounces === null ? await carriedBy(mail) : mail;
  const sender = senderOf(mail);
  // Reports come from machines that need not have an address.
  if (sender === '' && bounces === null) throw new NotAMail('The body is no e-mail: it has no From with one address');
  return {
    id: mail.messageId ?? `<${createHash('sha256').update(raw).digest('hex')}@none>`,
    sender,
    subject: (told.subject ?? '').trim(),
    date: timeOf(told.date),
    ...wordsOf(told),
    authentication: lineOf(mail, 'authentication-results'),
    isAutoReply: /^[^:]*:\s*auto-replied\b/i.test(lineOf(mail, 'auto-submitted')),
    bounces,
  };
}

/** The mail within, where one was passed on as an attachment and nothing with a link stands above it. */
async function carriedBy(mail: ParsedMail, depth = 0): Promise<ParsedMail> {
  const { html, text } = wordsOf(mail);
  const carried = mail.attachments.find(({ contentType }) => contentType === 'message/rfc822');
  if (carried === undefined || depth === deepest || /https?:/i.test(html ?? text)) return mail;
  return carriedBy(await parsed(carried.content), depth + 1);
}

/** Of two senders one may be made up: such a mail is from nobody. */
function senderOf({ from }: ParsedMail): string {
  const senders = (from?.value ?? []).map(({ address = '' }) => address.trim().toLowerCase());
  const [sender = ''] = senders;
  return senders.length === 1 && /^[^\s@]+@[^\s@]+$/.test(sender) ? sender : '';
}

function wordsOf({ html, text = '' }: ParsedMail): { html: string | null; text: string } {
  const hasHtml = typeof html === 'string' && html.trim() !== '';
  return {
    html: hasHtml ? html.replaceAll(inlined, 'data:,').slice(0, longestText) : null,
    text: text.slice(0, longestText),
  };
}

async function parsed(raw: Buffer): Promise<ParsedMail> {
  const { simpleParser } = await import('mailparser');
  const asItCame = { skipHtmlToText: true, skipTextToHtml: true, skipImageLinks: true, keepDeliveryStatus: true };
  try {
    return await simpleParser(raw, asItCame);
  } catch (cause) {
    throw new NotAMail('The body is no e-mail that can be read', { cause });
  }
}

/** The first header of that name, unfolded, '' for none. */
function lineOf({ headerLines }: ParsedMail, name: string): string {
  return headerLines.find(({ key }) => key === name)?.line.replaceAll(/\r?\n\s+/g, ' ') ?? '';
}

function timeOf(date: Date | undefined): string | null {
  const time = date?.getTime() ?? Number.NaN;
  return time > Date.parse('1990-01-01') && time <= Date.now() ? new Date(time).toISOString() : null;
}
