import { useState } from 'react';

/** Tells which items of a list were added after it was first shown, so that only those are highlighted. */
export function useNewItems(items: readonly { id: string }[]): (item: { id: string }) => boolean {
  const [initialIds] = useState(() => new Set(items.map(({ id }) => id)));
  return ({ id }) => !initialIds.has(id);
}
