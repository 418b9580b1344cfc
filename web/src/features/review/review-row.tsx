import { Link } from '@tanstack/react-router';
import type { ReviewItem } from '#domain/review.contract.ts';
import { RelativeTime } from '#web/components/relative-time.tsx';
import { Checkbox } from '#web/components/ui/form/checkbox.tsx';
import { isWideWindow } from '#web/lib/hooks/use-is-wide.ts';
import { joinClasses } from '#web/lib/join-classes.ts';
import { formatGivenPlace } from './corrections.ts';

export const toRowLinkId = (id: string) => `review-${id}`;

type ReviewRowProps = {
  item: ReviewItem;
  isChosen: boolean;
  isSelected: boolean;
  select: (isSelected: boolean) => void;
  open: () => void;
};

/** A pending item in short: what is offered, and why it was not accepted. */
export function ReviewRow({ item, isChosen, isSelected, select, open }: ReviewRowProps) {
  const { id, reason, source, at, listing, understood } = item;
  return (
    <div
      className={joinClasses(
        'relative flex gap-3 border-b border-line px-4 py-2.5 transition-colors',
        isChosen ? 'bg-primary-soft text-on-primary-soft' : 'hover:bg-sunken',
      )}
    >
      <div className="z-[1] self-start">
        <Checkbox
          label={`Select ${listing.title}`}
          isLabelHidden
          checked={isSelected}
          onChange={({ target }) => select(target.checked)}
        />
      </div>
      <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] gap-0.5 text-sm">
        <p className="flex items-baseline gap-3">
          <Link
            id={toRowLinkId(id)}
            to="/admin/review"
            search={{ item: id }}
            replace={isWideWindow()}
            resetScroll={false}
            onClick={open}
            // The whole row leads there.
            className="min-w-0 flex-1 truncate text-base font-semibold after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
          >
            {listing.title}
          </Link>
          <RelativeTime at={at} className="shrink-0 text-xs" />
        </p>
        <p className="truncate">
          {[understood.priceText || listing.priceText.trim() || 'No price', formatGivenPlace(item)].join(' · ')}
        </p>
        <p className="truncate text-muted">
          {reason} · {source}
        </p>
      </div>
    </div>
  );
}
