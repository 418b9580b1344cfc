type Identified = { id: string };

/** `items` with `item` on top, once, and at most `limit` of them. */
export function prependUnique<T extends Identified>(items: readonly T[], item: T, maxCount: number): T[] {
  return [item, ...items.filter(({ id }) => id !== item.id)].slice(0, maxCount);
}
