import { formatPrice } from '#web/lib/format.ts';
import { webAddress, webHost } from '#web/lib/web-address.ts';
import type { Row } from './rows.ts';

/** A saved listing while it is not edited. */
export function ListingSummary({ row: { title, price, details, link } }: { row: Row }) {
  const address = webAddress(link);
  return (
    <div className="grid min-w-0 flex-1 content-start gap-1">
      <p className="font-semibold break-words">{title || webHost(link) || 'Listing without a title'}</p>
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
