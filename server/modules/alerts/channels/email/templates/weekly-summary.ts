import { formatPlace } from '#domain/listing/place-text.contract.ts';
import { compact } from '#domain/shared/compact.contract.ts';
import { formatPriceDrop, formatWholeDollars } from '#domain/shared/money.contract.ts';
import { pluralize } from '#domain/shared/pluralize.ts';
import type { WeeklySection } from '../weekly-summary/summarize-week.ts';
import type { EmailContent } from './email-content.ts';
import { renderActionFooter } from './footer.ts';
import { html, type Html, renderButton, renderLayout } from './html.ts';
import { linkListing, toOneLine } from './listing-block.ts';

type WeeklySummaryData = { sections: WeeklySection[]; url: string; unsubscribe: string };
type Listing = WeeklySection['listings'][number];

const sectionWords: Record<WeeklySection['kind'], string> = {
  new: 'new listing',
  'price drop': 'price drop',
  withdrawn: 'withdrawn listing',
};
const why = 'You’re getting this every Monday because you turned on the weekly summary.';

/** For a member: what happened in the area in seven days. Only listings that were sent to the member have a page. */
export function renderWeeklySummaryEmail({ sections, url, unsubscribe }: WeeklySummaryData): EmailContent {
  const counts = sections.map(({ kind, count }) => pluralize(count, sectionWords[kind]));
  const subject = `Your week: ${counts.join(', ')}`;
  const footer = renderActionFooter(why, [{ label: 'Turn off the weekly summary', address: unsubscribe }]);
  const dashboard = `${url}/`;
  return {
    subject,
    text: [...sections.map((one) => renderSectionText(one, url)), `Open the dashboard: ${dashboard}`, footer.text].join(
      '\n\n',
    ),
    html: renderLayout(
      subject,
      html`<p>In your area in the last seven days:</p>${sections.map((one) => renderSection(one, url))}${renderButton(dashboard, 'Open the dashboard')}`,
      footer.html,
    ),
  };
}

function renderSectionText(section: WeeklySection, url: string): string {
  const lines = section.listings.map((listing) => {
    const link = listing.isAlerted ? `\n  ${linkListing(url, listing.id)}` : '';
    return `- ${toOneLine(listing.title)}, ${describe(listing)}${link}`;
  });
  return compact([renderHeading(section), ...lines, countOthers(section)]).join('\n');
}

function renderSection(section: WeeklySection, url: string): Html {
  const others = countOthers(section);
  const rows = section.listings.map((listing) => {
    const { title, id } = listing;
    const name = listing.isAlerted
      ? html`<a class="link" href="${linkListing(url, id)}" style="color:#0f5c4d">${title}</a>`
      : html`${title}`;
    return html`<p style="margin:0 0 12px"><strong>${name}</strong><br>${describe(listing)}</p>`;
  });
  return html`<h2 style="margin:20px 0 12px;font-size:17px">${renderHeading(section)}</h2>${rows}${others === null ? '' : html`<p class="faint" style="margin:0;color:#5a625f">${others}</p>`}`;
}

/** '12 new listings, median price $45,000'. */
function renderHeading({ kind, count, median }: WeeklySection): string {
  const price = count === 1 ? '' : `, median price ${formatWholeDollars(median)}`;
  return `${pluralize(count, sectionWords[kind])}${price}`;
}

function describe({ place, searches, ...listing }: Listing): string {
  const price = formatPriceDrop(listing) ?? formatWholeDollars(listing.price);
  return [price, formatPlace(place), toOneLine(searches.join(', '))].filter((text) => text !== '').join(' · ');
}

function countOthers({ count, listings }: WeeklySection): string | null {
  return count > listings.length ? `And ${count - listings.length} more.` : null;
}
