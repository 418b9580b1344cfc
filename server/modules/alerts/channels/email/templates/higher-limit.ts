import { formatWholeDollars } from '#domain/shared/money.contract.ts';
import { renderButton, html, renderLayout } from './html.ts';
import type { EmailContent } from './email-content.ts';

/** For a member whose request for a higher limit was granted; `limit` in whole US dollars. */
export function renderHigherLimitEmail({ limit, url }: { limit: number; url: string }): EmailContent {
  const subject = `Your max price can now be up to ${formatWholeDollars(limit)}`;
  const what = `Your price limit is now ${formatWholeDollars(limit)}.`;
  const next = 'Set your new max price in the filter preferences on your dashboard to get matches up to it.';
  return {
    subject,
    text: [what, next, `${url}/`].join('\n\n'),
    html: renderLayout(
      subject,
      html`<p>${what}</p><p>${next}</p>${renderButton(`${url}/`, 'Open the dashboard')}`,
      html`${footerText}`,
    ),
  };
}

const footerText = 'You’re getting this because you requested a higher price limit.';
