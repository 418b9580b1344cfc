// Parses each email that is posted to it, and answers with the email and its offers, or with what is wrong with it.
import { answerMessages } from '#server/lib/threads/run-in-worker.ts';
import { extractOffers, type MailOffer } from './offers/extract-offers.ts';
import { NotAMail, type ParsedIntakeMail, parseMail } from './parse-mail.ts';

/** `offers` are in the order of the mail; none of a report or an automatic reply. */
export type ReadMail = Omit<ParsedIntakeMail, 'html' | 'text'> & { offers: MailOffer[] };
export type MailAnswer = { mail: ReadMail } | { problem: string };

answerMessages(readPosted);

/** A Buffer is posted as a Uint8Array. An error of ours ends the thread. */
async function readPosted(raw: Uint8Array): Promise<MailAnswer> {
  try {
    const { html, text, ...mail } = await parseMail(Buffer.from(raw));
    const hasOffers = mail.bounces === null && !mail.isAutoReply;
    return { mail: { ...mail, offers: hasOffers ? extractOffers({ subject: mail.subject, html, text }) : [] } };
  } catch (error) {
    if (error instanceof NotAMail) return { problem: error.message };
    throw error;
  }
}
