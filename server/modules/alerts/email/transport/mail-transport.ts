import type { EmailMessage } from './mail.ts';

export type MailTransport = {
  /** Resolves when the mail is accepted for good. Throws what nodemailer throws. */
  send: (message: EmailMessage) => Promise<void>;
  close: () => void;
};

/** One mail, one receiver: whatever the address says, it is taken as a whole. Nothing is read from disk or the web. */
export function toNodemailer({ to, headers, ...message }: EmailMessage) {
  return {
    ...message,
    to: { name: '', address: to },
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, toRawHeader(value)])),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Ours are plain ASCII, and links in them are best left on one line. */
function toRawHeader(value: string): { prepared: boolean; value: string } {
  return { prepared: true, value };
}
