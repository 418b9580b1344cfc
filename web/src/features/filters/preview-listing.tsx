import type { ListingView } from '#domain/listing/contract.ts';
import { toHttpUrl, getHostName } from '#web/lib/http-url.ts';

/** A past listing, and why it fits: distance, price and type, each with its margin, in at most two lines. */
export function PreviewListing({ listing: { title, link, why } }: { listing: ListingView }) {
  const reasons = why.join(' · ');
  return (
    <li className="py-2 text-sm">
      <PreviewTitle text={title || getHostName(link) || 'Listing without a title'} link={toHttpUrl(link)} />
      <p className="line-clamp-2 text-pretty text-muted" title={reasons}>
        {reasons}
      </p>
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
