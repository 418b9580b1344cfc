import { dollars } from '#domain/shared/money.ts';
import { buttonTo, html, letter } from './html.ts';
import type { Words } from './words.ts';

/** For a member whose request for a higher limit was granted; `limit` in whole US dollars. */
export function higherLimitWords({ limit, url }: { limit: number; url: string }): Words {
  const subject = `Your max price can now be up to ${dollars(limit)}`;
  const what = `Your price limit was raised to ${dollars(limit)}.`;
  const next = 'Set your new max price in the filter preferences on your dashboard to hear of listings up to it.';
  return {
    subject,
    text: [what, next, `${url}/`].join('\n\n'),
    html: letter(subject, html`<p>${what}</p><p>${next}</p>${buttonTo(`${url}/`, 'Open the dashboard')}`, html`${why}`),
  };
}

const why = 'You get this because you asked for a higher price limit.';
