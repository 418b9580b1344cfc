import { useId, useRef, useState } from 'react';
import type { FoundListing } from '#domain/listing/found-listings.contract.ts';
import { MatchExplanationButton } from '#web/features/match-explanation/index.ts';
import { QuotedWords } from '#web/components/quoted-words.tsx';
import { SiteLink } from '#web/components/site-link.tsx';
import { Badge } from '#web/components/ui/badge.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { capitalize } from '#domain/shared/capitalize.contract.ts';
import { formatWholeDollars } from '#domain/shared/money.contract.ts';
import { formatTime } from '#web/lib/format.ts';
import { useDisclosure } from '#web/lib/hooks/use-disclosure.ts';
import { WithdrawDialog } from './withdraw-dialog.tsx';
import { formatListingPlace, formatReach, formatReposts } from './format.ts';

/** One listing: what the scout extracted, which members got it, and how to withdraw it. */
export function FoundRow({ listing }: { listing: FoundListing }) {
  const { id, title, price, priceText, details, propertyType, reasons, foundAt, withdrawal } = listing;
  const [isWithdrawing, setWithdrawing] = useState(false);
  // Outlives the dialog, so that the reason need not be typed again after a failure.
  const [reason, setReason] = useState('');
  const row = useRef<HTMLElement>(null);
  const titleId = useId();
  return (
    <article
      ref={row}
      tabIndex={-1}
      aria-labelledby={titleId}
      className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-card border border-line bg-surface p-5 shadow-card"
    >
      <header className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <h2 id={titleId} className="text-lg font-semibold wrap-anywhere">
            {title}
          </h2>
          {withdrawal ? <Badge tone="warm">Withdrawn</Badge> : <Badge tone="primary">Listed</Badge>}
        </div>
        <p className="flex flex-wrap gap-x-4 gap-y-1">
          <span className="font-semibold">{priceText}</span>
          <span>{capitalize(propertyType)}</span>
          <span>{formatListingPlace(listing.place)}</span>
        </p>
        <Origin listing={listing} />
      </header>
      <QuotedWords reasons={reasons} />
      {withdrawal && (
        <p className="text-sm wrap-anywhere text-muted">
          Withdrawn on <time dateTime={withdrawal.at}>{formatTime(withdrawal.at)}</time>: {withdrawal.reason}
        </p>
      )}
      {details !== '' && <Details text={details} />}
      <footer className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-muted">{formatReach(listing.alerts, withdrawal !== null)}</p>
        <div className="flex flex-wrap gap-3">
          <MatchExplanationButton
            listing={{ id, title, foundAt, price, priceText, place: formatListingPlace(listing.place) }}
          />
          {!withdrawal && (
            <Button variant="secondary" onClick={() => setWithdrawing(true)}>
              Withdraw
            </Button>
          )}
        </div>
      </footer>
      {isWithdrawing && (
        <WithdrawDialog
          listing={listing}
          reason={reason}
          setReason={setReason}
          close={() => setWithdrawing(false)}
          done={() => row.current?.focus({ preventScroll: true })}
        />
      )}
    </article>
  );
}

function Origin({ listing: { source, foundAt, reposts, price, lowest, link } }: { listing: FoundListing }) {
  return (
    <p className="flex flex-wrap gap-x-3 gap-y-1 text-sm wrap-anywhere text-muted">
      <span>From {source}</span>
      <span>
        Found <time dateTime={foundAt}>{formatTime(foundAt)}</time>
      </span>
      {lowest < price && <span>Lowest: {formatWholeDollars(lowest)}</span>}
      {reposts > 0 && <span>{formatReposts(reposts)}</span>}
      <SiteLink link={link} />
    </p>
  );
}

function Details({ text }: { text: string }) {
  const { isOpen, button, content } = useDisclosure();
  return (
    <div className="grid justify-items-start gap-2">
      <button {...button} className="min-h-6 text-sm font-semibold text-primary hover:underline">
        {isOpen ? 'Hide details' : 'Show details'}
      </button>
      <p {...content} className="text-sm wrap-anywhere whitespace-pre-line text-muted">
        {isOpen && text}
      </p>
    </div>
  );
}
