import type { ListingView } from '#domain/listing/contract.ts';
import { renderButton, type Html, html, renderLayout } from './html.ts';
import type { EmailContent } from './email-content.ts';

type AlertEmailData = {
  listings: ListingView[];
  /** How many there are in all; `listings` holds only the newest of many. */
  total: number;
  isDaily: boolean;
  url: string;
  unsubscribe: string;
  daily: string;
};

const maxTitleLength = 100;

/** For a member: listings that match, immediately or of the whole day. */
export function renderAlertEmail(data: AlertEmailData): EmailContent {
  const { listings, total, url } = data;
  const more = total - listings.length;
  const rest = more > 0 ? `See ${more} more on your dashboard.` : null;
  const subject = renderSubject(data);
  const footer = renderFooter(data);
  return {
    subject,
    text: [...listings.map(renderText), ...(rest ? [rest] : []), `Your dashboard: ${url}/`, footer.text].join('\n\n'),
    html: renderLayout(
      subject,
      html`${listings.map(renderHtml)}${rest ? html`<p>${rest}</p>` : ''}${renderButton(`${url}/`, 'Open the dashboard')}`,
      footer.html,
    ),
  };
}

function renderSubject({ listings, total, isDaily }: AlertEmailData): string {
  const [first] = listings;
  if (isDaily) return `Your daily listings: ${total} new in your area`;
  if (total > 1 || !first) return `${total} new listings in your area`;
  const what = first.kind === 'price drop' ? 'Price drop in your area' : 'New listing in your area';
  return `${what}: ${toOneLine(first.title).slice(0, maxTitleLength)}, ${first.priceText}`;
}

function renderText({ title, priceText, kind, why, details, link }: ListingView): string {
  const head = `${toOneLine(title)}, ${priceText}${kind === 'price drop' ? ' (price drop)' : ''}`;
  return [head, why.join(' | '), toOneLine(details), link].filter((line) => line !== '').join('\n');
}

const blockStyle = 'margin:0 0 20px;padding:0 0 20px;border-bottom:1px solid #e3e6e2';
const faintStyle = 'color:#5a625f;font-size:14px';

function renderHtml({ title, priceText, kind, why, details, link }: ListingView): Html {
  const name = isWebAddress(link) ? html`<a href="${link}" style="color:#0f5c4d">${title}</a>` : html`${title}`;
  const drop = kind === 'price drop' ? html` <em>Price drop</em>` : '';
  return html`<div style="${blockStyle}"><strong>${name}</strong><br>${priceText}${drop}<br><span style="${faintStyle}">${why.join(' · ')}</span>${details === '' ? '' : html`<br>${details}`}</div>`;
}

function renderFooter({ isDaily, unsubscribe, daily }: AlertEmailData): { text: string; html: Html } {
  const why = isDaily
    ? 'You’re getting this daily digest because it matches your filters.'
    : 'You’re getting this because it matches your filters.';
  const stop = 'Unsubscribe';
  const switchToDaily = 'Switch to a daily digest';
  return {
    text: [why, ...(isDaily ? [] : [`${switchToDaily}: ${daily}`]), `${stop}: ${unsubscribe}`].join('\n'),
    html: html`${why}${isDaily ? '' : html` <a href="${daily}">${switchToDaily}</a> or`} <a href="${unsubscribe}">${isDaily ? stop : 'unsubscribe'}</a>.`,
  };
}

/** A title may come from any source; in a subject and in plain text it stays on its line. */
function toOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}
