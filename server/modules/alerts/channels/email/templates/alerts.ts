import { compact } from '#domain/shared/compact.contract.ts';
import { cutText } from '#domain/shared/foreign-text.contract.ts';
import type { EmailContent } from './email-content.ts';
import { renderActionFooter } from './footer.ts';
import { html, renderButton, renderLayout } from './html.ts';
import {
  formatListingPrice,
  linkListing,
  type PicturedListing,
  renderListing,
  renderListingText,
  renderOnlyListing,
  toOneLine,
} from './listing-block.ts';

type AlertEmailData = {
  listings: PicturedListing[];
  /** How many there are in all; `listings` holds only the newest of many. */
  total: number;
  isDaily: boolean;
  url: string;
  mapsLinkUrl: string;
  unsubscribe: string;
  daily: string;
};

const maxTitleLength = 100;

/** For a member: listings that match, immediately or of the whole day. */
export function renderAlertEmail(data: AlertEmailData): EmailContent {
  const { listings, total, url, mapsLinkUrl } = data;
  const more = total - listings.length;
  const rest = more > 0 ? `See ${more} more on your dashboard.` : null;
  const subject = renderSubject(data);
  const footer = renderFooter(data);
  const [first] = listings;
  const only = total === 1 ? first : undefined;
  const button = only
    ? { label: 'View this listing', address: linkListing(url, only.listing.id) }
    : { label: 'Open the dashboard', address: `${url}/` };
  const texts = listings.map(({ listing }) =>
    renderListingText(listing, { address: only ? listing.link : linkListing(url, listing.id), mapsLinkUrl }),
  );
  return {
    subject,
    text: compact([...texts, rest, `${button.label}: ${button.address}`, footer.text]).join('\n\n'),
    html: renderLayout(
      subject,
      html`${only ? renderOnlyListing(only, mapsLinkUrl) : listings.map((one) => renderListing(one, { url, mapsLinkUrl }))}${rest ? html`<p>${rest}</p>` : ''}${renderButton(button.address, button.label)}`,
      footer.html,
    ),
  };
}

function renderSubject({ listings, total, isDaily }: AlertEmailData): string {
  const [first] = listings;
  if (isDaily) return `Your daily listings: ${total} new in your area`;
  if (total > 1 || !first) return `${total} new listings in your area`;
  const { listing } = first;
  const what = listing.kind === 'price drop' ? 'Price drop in your area' : 'New listing in your area';
  return `${what}: ${cutText(toOneLine(listing.title), maxTitleLength)}, ${renderSubjectPrice(listing)}`;
}

/** The words before it say that the price dropped. */
function renderSubjectPrice(listing: PicturedListing['listing']): string {
  return formatListingPrice({ ...listing, kind: 'new' });
}

function renderFooter({ isDaily, unsubscribe, daily }: AlertEmailData) {
  const why = isDaily
    ? 'You’re getting this daily digest because it matches your filters.'
    : 'You’re getting this because it matches your filters.';
  const actions = compact([
    !isDaily && { label: 'Switch to a daily digest', address: daily },
    { label: 'Unsubscribe', address: unsubscribe },
  ]);
  return renderActionFooter(why, actions);
}
