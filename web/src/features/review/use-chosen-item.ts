import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import * as z from 'zod';
import type { ReviewItem } from '#domain/review.contract.ts';
import { useIsWide } from '#web/lib/hooks/use-is-wide.ts';
import { parseSearch } from '#web/lib/parse-search.ts';

const parameters = { item: z.string() };
export type ReviewSearch = { item?: string };

/** The item that was last seen, and its place in the list then; -1 for none. */
type LastSeen = { id: string | undefined; index: number };

/**
 * The item that the address names, and how to choose another one. Once it is decided, by anyone, the item after it takes
 * its place. A wide window shows the first item where the address names none.
 */
export function useChosenItem(items: readonly ReviewItem[]) {
  const { item: id } = parseSearch(parameters, useSearch({ strict: false }));
  const isWide = useIsWide();
  const navigate = useNavigate();
  const [last, setLast] = useState<LastSeen>({ id, index: -1 });
  const index = items.findIndex((item) => item.id === id);
  if (index >= 0 && (last.id !== id || last.index !== index)) setLast({ id, index });
  const position = index < 0 ? findSubstitute(items, id, { last, isWide }) : index;
  const chosen = items[position];
  const isMissing = id !== undefined && chosen === undefined && last.index < 0;
  const choose = useCallback(
    (item: string) => {
      void navigate({ to: '/admin/review', search: toSearch(item), replace: true, resetScroll: false });
    },
    [navigate],
  );
  const isOutdated = chosen?.id !== id && !isMissing;
  useEffect(() => {
    if (!isOutdated) return;
    const substitute = toSearch(chosen?.id);
    // Unless the admin has chosen another one since.
    const search = (current: ReviewSearch) => (current.item === id ? substitute : current);
    void navigate({ to: '/admin/review', search, replace: true, resetScroll: false });
  }, [isOutdated, id, chosen?.id, navigate]);
  return { chosen, position, isMissing, choose };
}

function toSearch(item: string | undefined): ReviewSearch {
  return item === undefined ? {} : { item };
}

/** The place of the item that is shown for one that is not in the list. */
function findSubstitute(
  items: readonly ReviewItem[],
  id: string | undefined,
  { last, isWide }: { last: LastSeen; isWide: boolean },
): number {
  if (id === undefined) return isWide ? 0 : -1;
  return last.id === id ? Math.min(last.index, items.length - 1) : -1;
}
