import { formatPrice } from '#web/lib/format.ts';
import { toHttpUrl, getHostName } from '#web/lib/http-url.ts';
import type { DraftRow } from './draft-rows.ts';

/** A saved listing that is not being edited. */
export function ListingSummary({ row: { title, price, details, link } }: { row: DraftRow }) {
  const address = toHttpUrl(link);
  return (
    <div className="grid min-w-0 flex-1 content-start gap-1">
      <p className="font-semibold break-words">{title || getHostName(link) || 'Listing without a title'}</p>
      {price !== '' && <p className="font-semibold text-primary">{formatPrice(price)}</p>}
      {details !== '' && <p className="line-clamp-2 text-sm break-words text-muted">{details}</p>}
      {address !== '' && (
        <a
          href={address}
          target="_blank"
          rel="noopener noreferrer"
          className="truncate rounded-sm text-sm font-medium text-primary underline underline-offset-2"
        >
          {address}
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
      )}
    </div>
  );
}
