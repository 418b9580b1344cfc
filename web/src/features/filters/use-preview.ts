import { searchFields } from '#domain/user/filters.contract.ts';
import { useQuery } from '@tanstack/react-query';
import { useDebouncedValue } from '#web/lib/hooks/use-debounced-value.ts';
import { createFilterSchema, type FilterBody, type FilterValues } from './filter-values.ts';
import { previewQuery } from './queries.ts';

const debounceMs = 300;

/** The query string of the preview: the filters as a save would send them; null while they are invalid. */
export function buildPreviewQuery(values: FilterValues, limit: number): string | null {
  const { data } = createFilterSchema(limit).safeParse(values);
  return data ? toSearch(data) : null;
}

/** Notification settings do not affect what matches. */
function toSearch(body: FilterBody): string {
  const filters = Object.entries(searchFields.parse(body));
  return new URLSearchParams(filters.map(([name, value]) => [name, String(value)])).toString();
}

/**
 * What the filters as typed would have matched. The previous result stays until the next; a stale request is aborted.
 */
export function usePreview(values: FilterValues, limit: number) {
  const search = useDebouncedValue(buildPreviewQuery(values, limit), debounceMs);
  const { data, error, isPlaceholderData, refetch } = useQuery(previewQuery(search));
  return {
    data: search === null ? null : data,
    error: search === null ? null : error,
    isFormer: isPlaceholderData,
    retry: refetch,
  };
}
export type PreviewState = ReturnType<typeof usePreview>;
