import type { EmailMessage } from './mail.ts';

export type MailTransport = {
  /** Resolves when the mail was finally accepted. Throws what nodemailer throws. */
  send: (message: EmailMessage) => Promise<void>;
  close: () => void;
};

/** One mail, one receiver: the address is never parsed as a list. Nothing is read from disk or the web. */
export function toNodemailer({ to, headers, attachments, ...message }: EmailMessage) {
  return {
    ...message,
    to: { name: '', address: to },
    attachments: attachments.map((picture) => ({ ...picture, contentDisposition: 'inline' as const })),
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, toRawHeader(value)])),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Our texts are plain ASCII, and links in them are best left on one line. */
function toRawHeader(value: string): { prepared: boolean; value: string } {
  return { prepared: true, value };
}
