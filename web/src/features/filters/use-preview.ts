import type { PreviewQuery } from '#domain/matching/preview.contract.ts';
import { searchFields } from '#domain/user/filters.contract.ts';
import { useQuery } from '@tanstack/react-query';
import { useDebouncedValue } from '#web/lib/hooks/use-debounced-value.ts';
import { createFilterSchema, type FilterValues } from './filter-values.ts';
import { previewQuery } from './queries.ts';

const debounceMs = 300;

/**
 * The query of the preview: the filters as a save would send them, without name and notification settings, which do
 * not affect what matches; null while they are invalid.
 */
export function buildPreviewQuery(values: FilterValues, limit: number): PreviewQuery | null {
  const { data } = createFilterSchema(limit).omit({ name: true }).safeParse(values);
  return data ? searchFields.parse(data) : null;
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
