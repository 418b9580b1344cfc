import { renderButton, html, renderLayout } from './html.ts';
import type { EmailContent } from './email-content.ts';

type TemporaryPasswordEmailData = { password: string; expiresAt: Date; isInvited: boolean; url: string };

/** For a user who forgot the password, or whose account an admin created. */
export function renderTemporaryPasswordEmail({
  password,
  expiresAt,
  isInvited,
  url,
}: TemporaryPasswordEmailData): EmailContent {
  const subject = isInvited ? 'Your Off-Market Scout account' : 'Your temporary password for Off-Market Scout';
  const why = isInvited
    ? 'An Off-Market Scout account was made for this address.'
    : 'Somebody asked for a new password for the Off-Market Scout account of this address.';
  const how = `Sign in with this temporary password. It works once, until ${formatTime(expiresAt)}, and you will then be asked for a new one.`;
  const otherwise = isInvited
    ? 'If you did not expect this, you can ignore it.'
    : 'If that was not you, ignore this mail: your own password still works and nobody else has seen this one.';
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

/** The receiver may be in any time zone, so the time is given with its zone. */
function formatTime(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
