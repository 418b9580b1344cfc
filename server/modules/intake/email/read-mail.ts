import { createHash } from 'node:crypto';
import type { ParsedMail } from 'mailparser';
import { type Bounce, parseBounces } from './delivery-status.ts';

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
const maxTextLength = 600_000;
/** How often a mail may have been passed on as an attachment. */
const maxDepth = 3;
/** Pictures that a mail carries within itself. */
const inlinePicture = /data:[^"'()<>\s]{100,}/g;

/**
 * Reads raw MIME, of a mail that was passed on as an attachment the words of that one. Other attachments are passed
 * over, nothing is run or fetched. Throws NotAMail.
 */
export async function readMail(raw: Buffer): Promise<ReadMail> {
  const mail = await parseMime(raw);
  const bounces = parseBounces(mail);
  const content = bounces === null ? await unwrapAttached(mail) : mail;
  const sender = readSender(mail);
  // Reports come from machines that need not have an address.
  if (sender === '' && bounces === null) throw new NotAMail('The body is no e-mail: it has no From with one address');
  return {
    id: mail.messageId ?? `<${createHash('sha256').update(raw).digest('hex')}@none>`,
    sender,
    subject: (content.subject ?? '').trim(),
    date: readTime(content.date),
    ...readBody(content),
    authentication: readHeader(mail, 'authentication-results'),
    isAutoReply: /^[^:]*:\s*auto-replied\b/i.test(readHeader(mail, 'auto-submitted')),
    bounces,
  };
}

/** The mail within, where one was passed on as an attachment and nothing with a link stands above it. */
async function unwrapAttached(mail: ParsedMail, depth = 0): Promise<ParsedMail> {
  const { html, text } = readBody(mail);
  const carried = mail.attachments.find(({ contentType }) => contentType === 'message/rfc822');
  if (carried === undefined || depth === maxDepth || /https?:/i.test(html ?? text)) return mail;
  return unwrapAttached(await parseMime(carried.content), depth + 1);
}

/** Of two senders one may be made up: such a mail is from nobody. */
function readSender({ from }: ParsedMail): string {
  const senders = (from?.value ?? []).map(({ address = '' }) => address.trim().toLowerCase());
  const [sender = ''] = senders;
  return senders.length === 1 && /^[^\s@]+@[^\s@]+$/.test(sender) ? sender : '';
}

function readBody({ html, text = '' }: ParsedMail): { html: string | null; text: string } {
  const hasHtml = typeof html === 'string' && html.trim() !== '';
  return {
    html: hasHtml ? html.replaceAll(inlinePicture, 'data:,').slice(0, maxTextLength) : null,
    text: text.slice(0, maxTextLength),
  };
}

async function parseMime(raw: Buffer): Promise<ParsedMail> {
  const { simpleParser } = await import('mailparser');
  const asItCame = { skipHtmlToText: true, skipTextToHtml: true, skipImageLinks: true, keepDeliveryStatus: true };
  try {
    return await simpleParser(raw, asItCame);
  } catch (cause) {
    throw new NotAMail('The body is no e-mail that can be read', { cause });
  }
}

/** The first header of that name, unfolded, '' for none. */
function readHeader({ headerLines }: ParsedMail, name: string): string {
  return headerLines.find(({ key }) => key === name)?.line.replaceAll(/\r?\n\s+/g, ' ') ?? '';
}

function readTime(date: Date | undefined): string | null {
  const time = date?.getTime() ?? Number.NaN;
  return time > Date.parse('1990-01-01') && time <= Date.now() ? new Date(time).toISOString() : null;
}
