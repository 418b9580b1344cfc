import type { FoundListing } from '#domain/listing/found-listings.contract.ts';
import { formatWholeDollars } from '#domain/shared/money.contract.ts';
import { QuotedWords } from '#web/components/quoted-words.tsx';
import { SiteLink } from '#web/components/site-link.tsx';
import { formatTime } from '#web/lib/format.ts';
import { formatReposts } from './format.ts';

/** What the scout extracted from a listing, and whether it was withdrawn. */
export function FoundDetails({ listing }: { listing: FoundListing }) {
  const { details, link, lowest, price, reasons, reposts, withdrawal } = listing;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 text-sm">
      <QuotedWords reasons={reasons} />
      {withdrawal && (
        <p className="wrap-anywhere">
          Withdrawn on <time dateTime={withdrawal.at}>{formatTime(withdrawal.at)}</time>: {withdrawal.reason}
        </p>
      )}
      {details !== '' && <p className="max-w-prose wrap-anywhere whitespace-pre-line text-muted">{details}</p>}
      <p className="flex flex-wrap gap-x-3 gap-y-1 text-muted">
        {lowest < price && <span>Lowest: {formatWholeDollars(lowest)}</span>}
        {reposts > 0 && <span>{formatReposts(reposts)}</span>}
        <SiteLink link={link} />
      </p>
    </div>
  );
}
