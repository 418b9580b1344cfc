import type { ListingView } from '#domain/listing/contract.ts';
import { formatMiles, formatPlace } from '#domain/listing/place-text.contract.ts';
import { capitalize } from '#domain/shared/capitalize.contract.ts';
import { formatPriceDrop } from '#domain/shared/money.contract.ts';
import { html, type Html } from './html.ts';

/** A listing of a mail, and the content id of its picture or of the art of its type. */
export type PicturedListing = { listing: ListingView; cid: string };

const blockStyle = 'margin:0 0 20px;padding:0 0 20px;border-bottom:1px solid #e3e6e2';
const lineStyle = 'margin:0 0 8px';
const faintStyle = 'margin:0;color:#5a625f;font-size:14px';
const badgeStyle =
  'display:inline-block;padding:1px 8px;border-radius:10px;background:#fbeed3;color:#6d4a12;font-size:13px;font-weight:600';
const pictureStyle = 'display:block;border:0;border-radius:10px;width:100%;height:auto';

/** '$18,500 -> $16,000, down 14%' after a price drop. */
export function formatListingPrice(listing: ListingView): string {
  return formatPriceDrop(listing) ?? `${listing.priceText}${listing.kind === 'price drop' ? ' (price drop)' : ''}`;
}

export function renderListingText(listing: ListingView): string {
  const { title, signals, why, details, link } = listing;
  const lines = [
    `${toOneLine(title)}, ${formatListingPrice(listing)}`,
    describeFacts(listing),
    signals.map(({ says, quote }) => `${says}: “${toOneLine(quote)}”`).join(' | '),
    why.join(' | '),
    toOneLine(details),
    link,
  ];
  return lines.filter((line) => line !== '').join('\n');
}

/** One listing with its picture above it, for a mail about nothing else. */
export function renderOnlyListing(pictured: PicturedListing): Html {
  return html`<p style="margin:0 0 16px">${renderPicture(pictured, 512)}</p>${renderWords(pictured.listing)}`;
}

/** One of several listings, with a picture beside it. */
export function renderListing(pictured: PicturedListing): Html {
  const cell = 'vertical-align:top;padding:0';
  return html`<div class="rule" style="${blockStyle}"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse"><tr><td class="side" width="156" style="${cell};padding-right:16px">${renderPicture(pictured, 140)}</td><td style="${cell}">${renderWords(pictured.listing)}</td></tr></table></div>`;
}

function renderPicture({ cid }: PicturedListing, width: number): Html {
  return html`<img src="cid:${cid}" alt="" width="${width}" style="${pictureStyle}">`;
}

function renderWords(listing: ListingView): Html {
  const { title, link, details, why, signals, kind } = listing;
  const name = isWebAddress(link)
    ? html`<a class="link" href="${link}" style="color:#0f5c4d">${title}</a>`
    : html`${title}`;
  const drop = kind === 'price drop' ? html` <span class="badge" style="${badgeStyle}">Price drop</span>` : '';
  const price = formatPriceDrop(listing) ?? listing.priceText;
  const quotes = signals.map(({ says, quote }) => html`<br>${says}: <q>${quote}</q>`);
  const more = details === '' ? '' : html`<p style="${lineStyle}">${details}</p>`;
  return html`<p style="${lineStyle};font-size:17px"><strong>${name}</strong></p><p style="${lineStyle}"><strong>${price}</strong>${drop}<br>${describeFacts(listing)}${quotes}</p>${more}<p class="faint" style="${faintStyle}">${why.join(' · ')}</p>`;
}

/** 'Detroit, MI 48204 (approximate) · 12.4 mi away · House'. */
function describeFacts({ place, miles, propertyType }: ListingView): string {
  const where = place && `${formatPlace(place)}${place.isApproximate ? ' (approximate)' : ''}`;
  return [where, miles !== null && formatMiles(miles), propertyType && capitalize(propertyType)]
    .filter(Boolean)
    .join(' · ');
}

/** A title may come from any source; in a subject and in plain text it stays on its line. */
export function toOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}
