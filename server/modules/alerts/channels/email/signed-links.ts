import { createHmac } from 'node:crypto';
import { isSameSecret } from '#server/lib/network/is-same-secret.ts';
import type { EmailChangeId } from '#server/modules/users/index.ts';

export const mailActions = ['unsubscribe', 'resume', 'daily', 'immediate', 'stop-weekly', 'resume-weekly'] as const;
/**
 * What a link in a mail or on its page does for the receiver: stop alert mails or allow them again, switch to one mail a
 * day or back, stop weekly summaries or allow them again.
 */
export type MailAction = (typeof mailActions)[number];

export const mailLinkPath = '/mail/:action/:userId/:signature';

export type MailLinks = {
  /** An absolute address that works without signing in, for this user and action only. */
  urlFor: (action: MailAction, userId: string) => string;
  /** The path of the same address. */
  pathFor: (action: MailAction, userId: string) => string;
  isGenuine: (action: MailAction, userId: string, signature: string) => boolean;
  /** The link to the old address that takes a change of address back. */
  emailChange: EmailChangeLinks;
};

export const emailChangePath = '/mail/email-change/:userId/:changeId/:signature';
type EmailChangeLinks = {
  urlFor: (change: EmailChangeId) => string;
  pathFor: (change: EmailChangeId) => string;
  isGenuine: (change: EmailChangeId, signature: string) => boolean;
};

type MailLinksDeps = { key: () => Buffer; url: () => string };

function createSignature(key: () => Buffer) {
  const sign = (text: string) => createHmac('sha256', key()).update(text).digest('base64url');
  const isGenuine = (text: string, signature: string) => isSameSecret(signature, sign(text));
  return { sign, isGenuine };
}

/** Links that carry their own authority and never expire: a user must be able to stop the mails years later. */
export function createMailLinks({ key, url }: MailLinksDeps): MailLinks {
  const signature = createSignature(key);
  const sign = (action: MailAction, userId: string) => signature.sign(`${action} ${userId}`);
  const pathTo: MailLinks['pathFor'] = (action, userId) =>
    mailLinkPath.replace(':action', action).replace(':userId', userId).replace(':signature', sign(action, userId));
  return {
    urlFor: (action, userId) => url() + pathTo(action, userId),
    pathFor: pathTo,
    isGenuine: (action, userId, received) => signature.isGenuine(`${action} ${userId}`, received),
    emailChange: createEmailChangeLinks({ key, url }),
  };
}

/** They are not stored: whether a change can be taken back is read from the log. */
function createEmailChangeLinks({ key, url }: MailLinksDeps): EmailChangeLinks {
  const signature = createSignature(key);
  const toText = ({ userId, changeId }: EmailChangeId) => `email-change ${userId} ${changeId}`;
  const pathFor: EmailChangeLinks['pathFor'] = (change) =>
    emailChangePath
      .replace(':userId', change.userId)
      .replace(':changeId', change.changeId)
      .replace(':signature', signature.sign(toText(change)));
  return {
    urlFor: (change) => url() + pathFor(change),
    pathFor,
    isGenuine: (change, received) => signature.isGenuine(toText(change), received),
  };
}
