import type { Message } from './mail.ts';

export type Transport = {
  /** Resolves when the mail is accepted for good. Throws what nodemailer throws. */
  send: (message: Message) => Promise<void>;
  close: () => void;
};

/** One mail, one receiver: whatever the address says, it is taken as a whole. Nothing is read from disk or the web. */
export function prepared({ to, ...message }: Message) {
  return { ...message, to: { name: '', address: to }, disableFileAccess: true, disableUrlAccess: true };
}
