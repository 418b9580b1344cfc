import { hash } from 'node:crypto';
import type { ParsedMail } from 'mailparser';
import { type Bounce, parseBounces } from './delivery-status.ts';

/**
 * The parts of an email that the intake needs. `sender` is '' if it cannot be read; `id` is the same for every copy.
 */
export type ParsedIntakeMail = {
  id: string;
  /** Lower case. */
  sender: string;
  subject: string;
  /** ISO 8601; null if it is missing or invalid. */
  date: string | null;
  html: string | null;
  text: string;
  /** The verdict of our own mail server about the sender: the topmost Authentication-Results. */
  authentication: string;
  /** An automatic reply, for example an out-of-office notice. */
  isAutoReply: boolean;
  /** The failed deliveries that it reports; null if it is not a delivery report. */
  bounces: Bounce[] | null;
};

/** A message for admins. */
export class NotAMail extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'NotAMail';
  }
}

/** Pictures may precede the words. */
export const maxMailBytes = 8_000_000;
/** The maximum depth of mails forwarded as attachments. */
const maxDepth = 3;
/** A picture in plain text; mail programs fold its base64 into lines. */
const textPicture = /data:image\/[\w.+;=-]{1,60},(?:[\w+/=]{60,}\r?\n?)*[\w+/=]*/g;

/**
 * Reads raw MIME; for a mail forwarded as an attachment, the text of that one. Ignores other attachments, executes and
 * fetches nothing. Throws NotAMail.
 */
export async function parseMail(raw: Buffer): Promise<ParsedIntakeMail> {
  const mail = await parseMime(raw);
  const bounces = parseBounces(mail);
  const content = bounces === null ? await unwrapAttached(mail) : mail;
  const sender = readSender(mail);
  // Reports come from machines that need not have an address.
  if (sender === '' && bounces === null)
    throw new NotAMail('The body is not an email: it has no From with one address');
  return {
    id: mail.messageId ?? `<${hash('sha256', raw, 'hex')}@none>`,
    sender,
    subject: (content.subject ?? '').trim(),
    date: readTime(content.date),
    ...readBody(content),
    authentication: readHeader(mail, 'authentication-results'),
    isAutoReply: /^[^:]*:\s*auto-replied\b/i.test(readHeader(mail, 'auto-submitted')),
    bounces,
  };
}

/** The inner mail, if one was forwarded as an attachment and the text above it has no link. */
async function unwrapAttached(mail: ParsedMail, depth = 0): Promise<ParsedMail> {
  const { html, text } = readBody(mail);
  const carried = mail.attachments.find(({ contentType }) => contentType === 'message/rfc822');
  if (carried === undefined || depth === maxDepth || /https?:/i.test(html ?? text)) return mail;
  return unwrapAttached(await parseMime(carried.content), depth + 1);
}

/** With two senders one may be forged, so such a mail has no sender. */
function readSender({ from }: ParsedMail): string {
  const senders = (from?.value ?? []).map(({ address = '' }) => address.trim().toLowerCase());
  const [sender = ''] = senders;
  return senders.length === 1 && /^[^\s@]+@[^\s@]+$/.test(sender) ? sender : '';
}

function readBody({ html, text = '' }: ParsedMail): { html: string | null; text: string } {
  const hasHtml = typeof html === 'string' && html.trim() !== '';
  return {
    html: hasHtml ? html : null,
    text: text.replaceAll(textPicture, ''),
  };
}

async function parseMime(raw: Buffer): Promise<ParsedMail> {
  const { simpleParser } = await import('mailparser');
  const asItCame = { skipHtmlToText: true, skipTextToHtml: true, skipImageLinks: true, keepDeliveryStatus: true };
  try {
    return await simpleParser(raw, asItCame);
  } catch (cause) {
    throw new NotAMail('The body is not a readable email', { cause });
  }
}

/** The first header of that name, unfolded; '' if it is missing. */
function readHeader({ headerLines }: ParsedMail, name: string): string {
  return headerLines.find(({ key }) => key === name)?.line.replaceAll(/\r?\n\s+/g, ' ') ?? '';
}

function readTime(date: Date | undefined): string | null {
  const time = date?.getTime() ?? Number.NaN;
  return time > Date.parse('1990-01-01') && time <= Date.now() ? new Date(time).toISOString() : null;
}
