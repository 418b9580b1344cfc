import { formatUtcDay } from '#domain/matching/explain-history.ts';
import type { EmailContent } from './email-content.ts';
import { html, renderButton, renderLayout } from './html.ts';

type NewBrowser = { browser: string; place: string | null; at: string; url: string };

/** To a user whose account was opened with a browser that it was never opened with. */
export function renderNewBrowserEmail({ browser, place, at, url }: NewBrowser): EmailContent {
  const subject = 'New sign-in to your Off-Market Scout account';
  const what = `Your account was opened with ${browser}${place === null ? '' : ` in ${place}`} on ${formatUtcDay(at)} at ${at.slice(11, 16)} UTC.`;
  const ifYou = 'If this was you, you need to do nothing.';
  const otherwise =
    'Not you? Change your password now: other devices will be signed out. Under Security on your profile you can see where you’re signed in.';
  const link = `${url}/profile#security`;
  return {
    subject,
    text: [what, ifYou, otherwise, link].join('\n\n'),
    html: renderLayout(
      subject,
      html`<p>${what}</p><p>${ifYou}</p><p>${otherwise}</p>${renderButton(link, 'Open your profile')}`,
      html`You’re getting this because it’s about the security of your account.`,
    ),
  };
}
