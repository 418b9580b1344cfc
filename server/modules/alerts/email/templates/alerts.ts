import type { ShownListing } from '#domain/listing/contract.ts';
import { buttonTo, type Html, html, letter } from './html.ts';
import type { Words } from './words.ts';

type Given = {
  listings: ShownListing[];
  /** How many there are in all; of many only the newest are in `listings`. */
  total: number;
  isDaily: boolean;
  url: string;
  unsubscribe: string;
  daily: string;
};

const longestTitle = 100;

/** For a member: listings that fit, at once or the whole day's. */
export function alertWords(given: Given): Words {
  const { listings, total, url } = given;
  const more = total - listings.length;
  const rest = more > 0 ? `And ${more} more, on your dashboard.` : null;
  const subject = subjectOf(given);
  const footer = footerOf(given);
  return {
    subject,
    text: [...listings.map(inText), ...(rest ? [rest] : []), `Your dashboard: ${url}/`, footer.text].join('\n\n'),
    html: letter(
      subject,
      html`${listings.map(inHtml)}${rest ? html`<p>${rest}</p>` : ''}${buttonTo(`${url}/`, 'Open the dashboard')}`,
      footer.html,
    ),
  };
}

function subjectOf({ listings, total, isDaily }: Given): string {
  const [first] = listings;
  if (isDaily) return `Your daily listings: ${total} new in your area`;
  if (total > 1 || !first) return `${total} new listings in your area`;
  const what = first.kind === 'price drop' ? 'Price drop in your area' : 'New listing in your area';
  return `${what}: ${oneLine(first.title).slice(0, longestTitle)}, ${first.price}`;
}

function inText({ title, price, kind, why, details, link }: ShownListing): string {
  const head = `${oneLine(title)}, ${price}${kind === 'price drop' ? ' (price drop)' : ''}`;
  return [head, why.join(' | '), oneLine(details), link].filter((line) => line !== '').join('\n');
}

const block = 'margin:0 0 20px;padding:0 0 20px;border-bottom:1px solid #e3e6e2';
const faint = 'color:#5a625f;font-size:14px';

function inHtml({ title, price, kind, why, details, link }: ShownListing): Html {
  const name = isWebAddress(link) ? html`<a href="${link}" style="color:#0f5c4d">${title}</a>` : html`${title}`;
  const drop = kind === 'price drop' ? html` <em>Price drop</em>` : '';
  return html`<div style="${block}"><strong>${name}</strong><br>${price}${drop}<br><span style="${faint}">${why.join(' · ')}</span>${details === '' ? '' : html`<br>${details}`}</div>`;
}

function footerOf({ isDaily, unsubscribe, daily }: Given): { text: string; html: Html } {
  const why = isDaily
    ? 'You get this once a day because of your filter preferences.'
    : 'You get this as soon as a listing fits your filter preferences.';
  const stop = 'Stop these mails';
  const switchToDaily = 'Get one mail a day instead';
  return {
    text: [why, ...(isDaily ? [] : [`${switchToDaily}: ${daily}`]), `${stop}: ${unsubscribe}`].join('\n'),
    html: html`${why}${isDaily ? '' : html` <a href="${daily}">${switchToDaily}</a> or`} <a href="${unsubscribe}">${isDaily ? stop : 'stop these mails'}</a>.`,
  };
}

/** A title may come from anywhere; in a subject and in plain text it stays on its line. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}
