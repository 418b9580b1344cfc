/** The items without those that are null, undefined or false. */
export function compact<T>(items: readonly (T | null | undefined | false)[]): T[] {
  return items.filter((item): item is T => item !== null && item !== undefined && item !== false);
}
