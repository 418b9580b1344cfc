import type { Preview } from '#domain/listing/preview.contract.ts';
import { SearchIcon } from '#web/components/ui/icons.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { classes } from '#web/lib/classes.ts';
import type { FilterValues } from './filter-values.ts';
import { PreviewListing } from './preview-listing.tsx';
import type { ShownPreview } from './preview-request.ts';
import { previewCount, widening } from './preview-words.ts';

type FilterPreviewProps = { preview: ShownPreview; values: FilterValues; limit: number };

/** What the filters as they are typed would have brought: the answer before saving. Its room is always the same. */
export function FilterPreview({ preview: { data, error, isFormer, retry }, values, limit }: FilterPreviewProps) {
  const isLoading = data === undefined && !error;
  const isFound = data?.zipKnown === true && data.count > 0;
  return (
    <section
      aria-label="Preview"
      className={classes(
        'flex min-h-60 min-w-0 flex-col rounded-xl bg-sunken px-4 py-3.5',
        !isFound && !isLoading && 'items-center justify-center text-center',
      )}
    >
      {!isFound && !isLoading && <SearchIcon className="mb-3 size-6 text-muted" />}
      <p
        aria-live="polite"
        className={classes(
          'transition-opacity',
          data?.zipKnown ? 'font-semibold' : 'max-w-72 text-sm text-muted',
          isFound ? 'text-pretty' : 'text-balance',
          isFormer && 'opacity-60 delay-300',
        )}
      >
        {headline(data, error)}
      </p>
      {data?.zipKnown && <Found preview={data} isFormer={isFormer} wider={widening(values, limit)} />}
      {isLoading && <Loading />}
      {data === undefined && error && (
        <button
          type="button"
          onClick={() => void retry()}
          className="min-h-6 rounded-sm text-sm font-semibold text-primary hover:underline"
        >
          Try again
        </button>
      )}
    </section>
  );
}

function headline(data: Preview | null | undefined, error: Error | null): string {
  if (data === null) return 'Set a price and a ZIP of 5 numbers to see here what they would have brought you.';
  if (data) return data.zipKnown ? previewCount(data) : 'The preview needs a ZIP that the scout knows.';
  return error ? `The preview could not be loaded. ${error.message}` : '';
}

function Found({ preview, isFormer, wider }: { preview: Preview; isFormer: boolean; wider: string }) {
  if (preview.count === 0) return <p className="mt-1.5 text-sm text-balance text-muted">{isFormer ? '' : wider}</p>;
  return (
    <ul className={classes('mt-2 divide-y divide-line transition-opacity', isFormer && 'opacity-60 delay-300')}>
      {preview.listings.map((listing) => (
        <PreviewListing key={listing.id} listing={listing} />
      ))}
    </ul>
  );
}

function Loading() {
  return (
    <div className="grid gap-4">
      <Skeleton className="h-5 w-4/5 bg-line" />
      <Skeleton className="h-4 w-full bg-line" />
      <Skeleton className="h-4 w-3/5 bg-line" />
    </div>
  );
}
