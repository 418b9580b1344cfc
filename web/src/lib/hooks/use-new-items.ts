import { useState } from 'react';

/** Tells which of a list's items came after it was first shown, so that only those draw attention to themselves. */
export function useNewItems(items: readonly { id: string }[]): (item: { id: string }) => boolean {
  const [initialIds] = useState(() => new Set(items.map(({ id }) => id)));
  return ({ id }) => !initialIds.has(id);
}
