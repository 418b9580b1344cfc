/** What waits since `at` (ISO 8601) and until `due` (ms since 1970). */
type Pending = { at: string; due: number };

/** The document with the time that its member's present settings give; itself where nothing changes. */
export function moveDue<P extends Pending>(stored: P | null, findDue: (since: number) => number): P | null {
  if (stored === null) return null;
  const due = findDue(Date.parse(stored.at));
  return due === stored.due ? stored : { ...stored, due };
}
