import type { ListingView } from '#domain/listing/contract.ts';
import { formatMiles, formatPlace } from '#domain/listing/place-text.contract.ts';
import { cutText } from '#domain/shared/foreign-text.contract.ts';
import { escapeHtml } from '#server/lib/html/escape-html.ts';
import { formatListingPrice, toOneLine } from '../email/templates/listing-block.ts';
import type { AlertContent, StatusChange } from '../linked/alert-content.ts';

/** Telegram takes at most 4,096 characters; a listing has at most some 350. */
const maxShownListings = 8;
const maxTitleLength = 150;

/** A message in the HTML of Telegram. `url` is the address of the site. */
export function renderTelegramText(content: Exclude<AlertContent, StatusChange>, url: string): string {
  if (content.kind === 'test-alert') return '<b>This is a test alert.</b>\nNew listings for you will arrive here.';
  const { listings, total, isDaily } = content;
  const visibleListings = listings.slice(0, maxShownListings);
  const more = total - visibleListings.length;
  const heading = isDaily ? [`<b>Your daily listings: ${total} new in your area</b>`] : [];
  const moreLine = more > 0 ? [`and ${more} more`] : [];
  const all = `<a href="${escapeHtml(`${url}/listings`)}">See all your listings</a>`;
  return [...heading, ...visibleListings.map((listing) => renderListing(listing, url)), ...moreLine, all].join('\n\n');
}

function renderListing(listing: ListingView, url: string): string {
  const { id, title, kind, place, miles, why } = listing;
  const name = escapeHtml(cutText(toOneLine(title), maxTitleLength));
  const facts = [place && formatPlace(place), miles !== null && formatMiles(miles), why.at(-1)].filter(Boolean);
  return [
    `${kind === 'price drop' ? 'Price drop: ' : ''}<a href="${escapeHtml(`${url}/listings/${encodeURIComponent(id)}`)}">${name}</a>`,
    `<b>${escapeHtml(formatListingPrice(listing))}</b>`,
    escapeHtml(facts.join(' · ')),
  ].join('\n');
}
