import type { EmailContent } from './email-content.ts';
import { html, renderButton, renderLayout } from './html.ts';

/** To the address that an account had; it does not say the new one, which may belong to a stranger. */
export function renderEmailChangedEmail({ link }: { link: string }): EmailContent {
  const subject = 'The email of your Off-Market Scout account was changed';
  const what = 'Your Off-Market Scout account now has another email address. This one is no longer used.';
  const otherwise =
    'If this wasn’t you, take the change back within 7 days. All devices will be signed out, the password will stop working, and you’ll get a temporary one.';
  const ifYou = 'If you changed it, you need to do nothing.';
  return {
    subject,
    text: [what, ifYou, otherwise, `Take it back: ${link}`].join('\n\n'),
    html: renderLayout(
      subject,
      html`<p>${what}</p><p>${ifYou}</p><p>${otherwise}</p>${renderButton(link, 'Take the change back')}`,
      html`You’re getting this because this was the address of your account.`,
    ),
  };
}
