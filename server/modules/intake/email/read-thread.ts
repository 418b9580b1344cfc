// Parses the e-mail in `workerData` and posts it with its offers, or what is wrong with it.
import { parentPort, workerData } from 'node:worker_threads';
import { extractOffers, type MailOffer } from './offers.ts';
import { NotAMail, type ParsedIntakeMail, parseMail } from './parse-mail.ts';

/** `offers` are in the order of the mail; none of a report or an automatic reply. */
export type ReadMail = ParsedIntakeMail & { offers: MailOffer[] };
export type MailAnswer = { mail: ReadMail } | { problem: string };

parentPort?.postMessage(await readWorkerData());

async function readWorkerData(): Promise<MailAnswer> {
  try {
    const mail = await parseMail(Buffer.from(workerData as Uint8Array)); // a Buffer is transferred as a Uint8Array
    const hasOffers = mail.bounces === null && !mail.isAutoReply;
    return { mail: { ...mail, offers: hasOffers ? extractOffers(mail) : [] } };
  } catch (error) {
    if (error instanceof NotAMail) return { problem: error.message };
    throw error;
  }
}
