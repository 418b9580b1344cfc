import { createHmac, timingSafeEqual } from 'node:crypto';

export const mailActions = ['unsubscribe', 'resume', 'daily'] as const;
/** What a link in a mail does for its receiver: stop alert mails, allow them again, or switch to one mail a day. */
export type MailAction = (typeof mailActions)[number];

export const mailLinkPath = '/mail/:action/:userId/:signature';

export type MailLinks = {
  /** An absolute address that works without signing in, for this user and action only. */
  urlFor: (action: MailAction, userId: string) => string;
  /** The path of the same address. */
  pathFor: (action: MailAction, userId: string) => string;
  isGenuine: (action: MailAction, userId: string, signature: string) => boolean;
};

/** Links that carry their own authority and never expire: a user must be able to stop the mails years later. */
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
