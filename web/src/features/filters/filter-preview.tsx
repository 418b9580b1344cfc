import { SearchIcon } from '#web/components/ui/page-icons.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { joinClasses } from '#web/lib/join-classes.ts';
import { useFilterFormContext } from './filter-form-provider.tsx';
import { PreviewListing } from './preview-listing.tsx';
import type { PreviewState } from './use-preview.ts';
import { describePreview, suggestWidening } from './preview-text.ts';

const textClasses = {
  loading: 'sr-only',
  listed: 'font-semibold text-pretty',
  none: 'font-semibold text-balance',
  gap: 'max-w-72 text-sm text-balance text-muted',
  failed: 'max-w-72 text-sm text-balance text-muted',
};

/** What the filters as typed would have matched, before saving. Its size is constant. */
export function FilterPreview() {
  const { preview, values, user } = useFilterFormContext();
  const { kind, text } = describePreview(preview);
  const isCentred = kind !== 'listed' && kind !== 'loading';
  return (
    <section aria-label="Preview" className="flex min-h-76 min-w-0 rounded-xl bg-sunken px-4 py-3.5">
      <div
        className={joinClasses(
          'min-w-0 flex-1 transition-opacity',
          isCentred && 'my-auto flex flex-col items-center text-center',
          // The previous result fades only if the next one is slow.
          preview.isFormer && 'opacity-60 delay-300',
        )}
      >
        <p aria-live="polite" className={textClasses[kind]}>
          {text}
        </p>
        {isCentred && <SearchIcon className="order-first mb-3 size-6 text-muted" />}
        {kind === 'loading' && <Loading />}
        {kind === 'listed' && <Listings preview={preview} />}
        {kind === 'none' && <p className="mt-1.5 text-sm text-muted">{suggestWidening(values, user.maxPriceLimit)}</p>}
        {kind === 'failed' && <Retry preview={preview} />}
      </div>
    </section>
  );
}

function Listings({ preview: { data } }: { preview: PreviewState }) {
  return (
    <ul className="mt-2 divide-y divide-line">
      {data?.listings.map((listing) => (
        <PreviewListing key={listing.id} listing={listing} />
      ))}
    </ul>
  );
}

function Retry({ preview: { retry } }: { preview: PreviewState }) {
  return (
    <button
      type="button"
      onClick={() => void retry()}
      className="mt-1 min-h-6 rounded-sm text-sm font-semibold text-primary hover:underline"
    >
      Try again
    </button>
  );
}

function Loading() {
  return (
    <div className="grid gap-4 pt-1">
      <Skeleton className="h-5 w-4/5 bg-line" />
      <Skeleton className="h-4 w-full bg-line" />
      <Skeleton className="h-4 w-3/5 bg-line" />
    </div>
  );
}
