import { useId, useState } from 'react';
import type { ReviewItem } from '#domain/review.contract.ts';
import { PictureGallery } from '#web/components/listing/picture-gallery.tsx';
import { QuotedWords } from '#web/components/quoted-words.tsx';
import { SiteLink } from '#web/components/site-link.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Notice } from '#web/components/ui/notice.tsx';
import { getErrorText } from '#web/lib/api/api.ts';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { toast } from '#web/lib/toast/toast.ts';
import { formatFieldError } from '#web/lib/field-error.ts';
import { formatTime } from '#web/lib/format.ts';
import { CorrectionFields } from './correction-fields.tsx';
import { type ReviewFieldName, findReviewField } from './corrections.ts';
import { SellerContactDetails } from './seller-contact-details.tsx';
import { decideOnItem } from './queries.ts';
import { useCorrections } from './use-corrections.ts';

const decisionTitles = { accept: 'Listing accepted', reject: 'Listing rejected' };

type FieldProblem = { field: ReviewFieldName; text: string };

/** A pending item, with the fields that can be corrected. */
export function ReviewCard({ item }: { item: ReviewItem }) {
  const corrections = useCorrections(item);
  const [problem, setProblem] = useState<FieldProblem | null>(null);
  const titleId = useId();
  const { start, pending } = useDecision(item, { setProblem, dropDraft: corrections.drop });
  const accept = () => start({ decision: 'accept', listing: corrections.find() });
  return (
    <article
      tabIndex={-1}
      aria-labelledby={titleId}
      className="grid scroll-mt-36 grid-cols-[minmax(0,1fr)] gap-4 rounded-card border border-line bg-surface p-5 shadow-card sm:p-6"
    >
      <CardHead item={item} titleId={titleId} />
      <Notice>{item.reason}</Notice>
      {item.seller && <SellerContactDetails seller={item.seller} reference={item.reference} />}
      {item.pictures && (
        <div className="max-w-md">
          <PictureGallery gallery={item.pictures} type={item.understood.propertyType} />
        </div>
      )}
      {item.listing.details !== null && (
        <p className="max-h-40 overflow-y-auto text-sm break-words whitespace-pre-line text-muted" tabIndex={0}>
          {item.listing.details}
        </p>
      )}
      <QuotedWords reasons={item.reasons} />
      <CorrectionFields
        fields={corrections.fields}
        problem={problem}
        readOnly={pending}
        edit={(change) => {
          setProblem(null);
          corrections.edit(change);
        }}
      />
      <div className="flex flex-wrap gap-3">
        <Button data-decision="accept" pending={pending && 'Saving…'} onClick={accept}>
          Accept
        </Button>
        <Button
          data-decision="reject"
          variant="secondary"
          disabled={pending}
          onClick={() => start({ decision: 'reject' })}
        >
          Reject
        </Button>
      </div>
    </article>
  );
}

function useDecision(
  { id, listing }: ReviewItem,
  { setProblem, dropDraft }: { setProblem: (problem: FieldProblem | null) => void; dropDraft: () => void },
) {
  return useUserAction(decideOnItem(id), {
    onSuccess: ({ decision, isRepost }) => {
      dropDraft();
      const repostNote = isRepost ? ' is already known, so no new alerts are sent.' : '';
      toast({ title: decisionTitles[decision], description: `${listing.title}${repostNote}` });
    },
    onError: (error) => {
      const refusal = getErrorText(error);
      const field = findReviewField(refusal);
      setProblem(field && { field, text: formatFieldError(refusal) });
    },
    errorTitle: 'Couldn’t save your decision',
  });
}

function CardHead({ item: { listing, source, at }, titleId }: { item: ReviewItem; titleId: string }) {
  const originalPrice = listing.priceText.trim();
  return (
    <header className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <h2 id={titleId} className="text-lg font-semibold break-words">
        {listing.title}
      </h2>
      <p className="flex flex-wrap gap-x-3 gap-y-1 text-sm wrap-anywhere text-muted">
        <span>From {source}</span>
        <time dateTime={at}>{formatTime(at)}</time>
        <span>{originalPrice === '' ? 'No price given' : `Price as given: ${originalPrice}`}</span>
        <SiteLink link={listing.link} />
      </p>
    </header>
  );
}
