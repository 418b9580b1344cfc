import { createHmac, timingSafeEqual } from 'node:crypto';

export const mailActions = ['unsubscribe', 'resume', 'daily'] as const;
/** What a link in a mail does for the one to whom it was sent: no more alert mails, again alert mails, one mail a day. */
export type MailAction = (typeof mailActions)[number];

export const mailLinkPath = '/mail/:action/:userId/:signature';

export type MailLinks = {
  /** An absolute address that works without signing in, for this user and action alone. */
  urlFor: (action: MailAction, userId: string) => string;
  /** The path part of the same. */
  pathFor: (action: MailAction, userId: string) => string;
  isGenuine: (action: MailAction, userId: string, signature: string) => boolean;
};

/** Links that carry their own authority, and never run out: who wants no mail must be able to say so years later. */
export function createMailLinks({ key, url }: { key: () => Buffer; url: () => string }): MailLinks {
  const sign = (action: MailAction, userId: string) =>
    createHmac('sha256', key()).update(`${action} ${userId}`).digest('base64url');
  const pathTo: MailLinks['pathFor'] = (action, userId) =>
    mailLinkPath.replace(':action', action).replace(':userId', userId).replace(':signature', sign(action, userId));
  return {
    urlFor: (action, userId) => url() + pathTo(action, userId),
    pathFor: pathTo,
    isGenuine: (action, userId, signature) => {
      const expected = Buffer.from(sign(action, userId));
      const received = Buffer.from(signature);
      return received.length === expected.length && timingSafeEqual(received, expected);
    },
  };
}
