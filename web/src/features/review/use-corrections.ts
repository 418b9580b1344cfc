import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ReviewItem } from '#domain/review.contract.ts';
import { fillPlace, noPlace, zipPlaceQuery } from '#web/lib/api/zip-place.ts';
import { useDraft } from '#web/lib/hooks/use-draft.ts';
import { findCorrections, type ReviewDraft, type ReviewFields, toReviewFields } from './corrections.ts';

/** What is typed for an item, kept as a draft. A typed ZIP fills in city and state, unless others are given. */
export function useCorrections(item: ReviewItem) {
  const [before] = useState(() => toReviewFields(item));
  const [typed, setTyped] = useDraft<ReviewDraft>(`review ${item.id}`);
  const fields: ReviewDraft = typed ?? before;
  const zipCode = fields.zipCode.trim();
  const query = useQuery(zipPlaceQuery(zipCode === before.zipCode ? '' : zipCode));
  const place = query.fetchStatus === 'idle' && !query.isError ? (query.data ?? noPlace) : null;
  useEffect(() => {
    const { filled = noPlace } = fields;
    if (place === null || (place.city === filled.city && place.state === filled.state)) return;
    setTyped({ ...fields, ...fillPlace(fields, filled, place), filled: place });
  }, [place, fields, setTyped]);
  return {
    fields,
    edit: (change: Partial<ReviewFields>) => setTyped({ ...fields, ...change }),
    drop: () => setTyped(null),
    find: () => findCorrections(fields, before),
  };
}
