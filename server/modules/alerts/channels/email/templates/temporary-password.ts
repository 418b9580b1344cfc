import { renderButton, html, renderLayout } from './html.ts';
import type { EmailContent } from './email-content.ts';

type TemporaryPasswordEmailData = { password: string; isInvited: boolean; url: string };

const whatItIs =
  'Off-Market Scout tells real estate investors about off-market houses, mobile homes and land near them. You choose a ZIP code, a radius and a top price; we alert you as soon as a listing matches.';

/** For a user who forgot the password, or whose account an admin created. */
export function renderTemporaryPasswordEmail({ password, isInvited, url }: TemporaryPasswordEmailData): EmailContent {
  const subject = isInvited ? 'Your Off-Market Scout account' : 'Your temporary password for Off-Market Scout';
  const why = isInvited
    ? `An admin of ${new URL(url).host} created this account for you. ${whatItIs}`
    : 'Someone requested a password reset for your Off-Market Scout account.';
  const how = `Sign in with this temporary password. It expires in ${isInvited ? '7 days' : '1 hour'} and works once; you’ll then choose a new one.`;
  const otherwise = isInvited
    ? 'If you did not expect this, you can ignore this email.'
    : 'If this wasn’t you, ignore this email. Your current password still works.';
  const signIn = `${url}/auth`;
  return {
    subject,
    text: [why, how, `    ${password}`, `Sign in: ${signIn}`, otherwise].join('\n\n'),
    html: renderLayout(
      subject,
      html`<p>${why}</p><p>${how}</p><p style="font:20px/1.5 monospace;letter-spacing:1px">${password}</p>${renderButton(signIn, 'Sign in')}`,
      html`${otherwise}`,
    ),
  };
}
