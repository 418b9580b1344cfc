import { Link } from '@tanstack/react-router';
import type { ReviewItem } from '#domain/review.contract.ts';
import { buttonClasses } from '#web/components/ui/button.tsx';
import { ArrowLeftIcon } from '#web/components/ui/page-icons.tsx';
import { Notice } from '#web/components/ui/notice.tsx';
import { joinClasses } from '#web/lib/join-classes.ts';
import { ReviewCard } from './review-card.tsx';

/** The chosen item; on a phone with the way back to the list. */
export function ReviewDetail({ item }: { item: ReviewItem | undefined }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Link
        to="/admin/review"
        search={{}}
        resetScroll={false}
        className={joinClasses(buttonClasses('secondary', 'small'), 'justify-self-start lg:hidden')}
      >
        <ArrowLeftIcon />
        Back to the list
      </Link>
      {item ? (
        // An item that was delivered again with other text is a new one to review.
        <ReviewCard key={`${item.id} ${item.at}`} item={item} />
      ) : (
        <Notice>This listing is no longer waiting for review.</Notice>
      )}
    </div>
  );
}
