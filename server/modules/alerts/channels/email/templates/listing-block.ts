import type { ListingView } from '#domain/listing/contract.ts';
import { formatFacts } from '#domain/figures/contract.ts';
import { buildMapsLink, formatFullAddress, formatMiles } from '#domain/listing/place-text.contract.ts';
import { compact } from '#domain/shared/compact.contract.ts';
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

/** The page of a listing on the site at `url`. */
export function linkListing(url: string, id: string): string {
  return `${url}/listings/${encodeURIComponent(id)}`;
}

/** Where the title of a listing leads, and the maps that show its place. */
type ListingLinks = { address: string; mapsLinkUrl: string };

/** Labels and addresses, besides that of the title. */
function listFurtherLinks({ link, place }: ListingView, { address, mapsLinkUrl }: ListingLinks) {
  const mapsLink = buildMapsLink(mapsLinkUrl, place);
  return compact([
    mapsLink !== null && (['Open in maps', mapsLink] as const),
    link !== address && isWebAddress(link) && (['Original listing', link] as const),
  ]);
}

export function renderListingText(listing: ListingView, { address, mapsLinkUrl }: ListingLinks): string {
  const { title, signals, why, details, facts } = listing;
  const lines = [
    `${toOneLine(title)}, ${formatListingPrice(listing)}`,
    describeListing(listing),
    formatFacts(facts),
    signals.map(({ says, quote }) => `${says}: “${toOneLine(quote)}”`).join(' | '),
    why.join(' | '),
    toOneLine(details),
    address,
    ...listFurtherLinks(listing, { address, mapsLinkUrl }).map(([label, link]) => `${label}: ${link}`),
  ];
  return lines.filter((line) => line !== '').join('\n');
}

/** One listing with its picture above it, for a mail about nothing else. */
export function renderOnlyListing(pictured: PicturedListing, mapsLinkUrl: string): Html {
  const words = renderWords(pictured.listing, { address: pictured.listing.link, mapsLinkUrl });
  return html`<p style="margin:0 0 16px">${renderPicture(pictured, 512)}</p>${words}`;
}

const columnStyle = 'display:inline-block;vertical-align:top;width:100%';

/** One of several listings: a picture beside it, or above it where there is no room, also without media queries. */
export function renderListing(pictured: PicturedListing, site: { url: string; mapsLinkUrl: string }): Html {
  const { listing } = pictured;
  const { url, mapsLinkUrl } = site;
  const picture = html`<div style="${columnStyle};max-width:156px"><div style="padding:0 16px 12px 0">${renderPicture(pictured, 140)}</div></div>`;
  const words = renderWords(listing, { address: linkListing(url, listing.id), mapsLinkUrl });
  return html`<div class="rule" style="${blockStyle}">${picture}<div style="${columnStyle};max-width:404px">${words}</div></div>`;
}

function renderPicture({ cid }: PicturedListing, width: number): Html {
  return html`<img src="cid:${cid}" alt="" width="${width}" style="${pictureStyle}">`;
}

function renderWords(listing: ListingView, links: ListingLinks): Html {
  const { title, details, why, signals, kind } = listing;
  const { address } = links;
  const figures = formatFacts(listing.facts);
  const name = isWebAddress(address)
    ? html`<a class="link" href="${address}" style="color:#0f5c4d">${title}</a>`
    : html`${title}`;
  const drop = kind === 'price drop' ? html` <span class="badge" style="${badgeStyle}">Price drop</span>` : '';
  const price = formatPriceDrop(listing) ?? listing.priceText;
  const quotes = signals.map(({ says, quote }) => html`<br>${says}: <q>${quote}</q>`);
  const more = details === '' ? '' : html`<p style="${lineStyle}">${details}</p>`;
  return html`<p style="${lineStyle};font-size:17px"><strong>${name}</strong></p><p style="${lineStyle}"><strong>${price}</strong>${drop}<br>${describeListing(listing)}${listFurtherLinks(listing, links).map(renderFurtherLink)}${figures === '' ? '' : html`<br>${figures}`}${quotes}</p>${more}<p class="faint" style="${faintStyle}">${why.join(' · ')}</p>`;
}

function renderFurtherLink([label, address]: readonly [string, string]): Html {
  return html`<br><a class="link" href="${address}" rel="noreferrer" style="color:#0f5c4d">${label}</a>`;
}

/** '12 Elm St, Detroit, MI 48204 (approximate) · 12.4 mi away · House'. */
function describeListing({ place, miles, propertyType }: ListingView): string {
  const where = place && `${formatFullAddress(place)}${place.isApproximate ? ' (approximate)' : ''}`;
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
