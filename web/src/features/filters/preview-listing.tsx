import type { ListingView } from '#domain/listing/contract.ts';
import { formatMiles } from '#web/lib/format.ts';
import { toHttpUrl, getHostName } from '#web/lib/http-url.ts';

/** A past listing in two lines. */
export function PreviewListing({ listing: { title, link, priceText, miles } }: { listing: ListingView }) {
  const facts = [priceText, miles === null ? '' : formatMiles(miles)].filter(Boolean);
  return (
    <li className="py-2 text-sm">
      <PreviewTitle text={title || getHostName(link) || 'Listing without a title'} link={toHttpUrl(link)} />
      <p className="text-muted">{facts.join(' · ')}</p>
    </li>
  );
}

function PreviewTitle({ text, link }: { text: string; link: string }) {
  if (link === '') return <p className="truncate font-medium">{text}</p>;
  return (
    <a
      href={link}
      target="_blank"
      rel="noopener noreferrer"
      title={text}
      className="relative block truncate rounded-sm font-medium hover:text-primary hover:underline"
    >
      {text}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
