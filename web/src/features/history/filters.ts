/** What the history is filtered by; '' stands for all. Days are yyyy-MM-dd in UTC. */
export type HistoryFilters = Record<(typeof filterNames)[number], string>;

export const filterNames = ['q', 'person', 'type', 'stream', 'from', 'to'] as const;

/** The filters in the search part of an address, whatever else stands there. */
export function filtersIn(search: Record<string, unknown>): Partial<HistoryFilters> {
  const found = filterNames.flatMap((name) => {
    const value = search[name];
    const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
    return text === '' ? [] : [[name, text] as const];
  });
  return Object.fromEntries(found);
}

/** The same as a query of the API, '' for none. */
export function queryOf(filters: Partial<HistoryFilters>, more: Record<string, string> = {}): string {
  const query = new URLSearchParams({ ...filters, ...more }).toString();
  return query === '' ? '' : `?${query}`;
}

/** What an address of the page says: the filters, and the position of the event that is open. */
export type HistorySearch = Partial<HistoryFilters> & { event?: number };

/** The event that the address opens; null for none. */
export function openIn({ event }: Record<string, unknown>): number | null {
  const position = typeof event === 'string' && /^\d{1,15}$/.test(event) ? Number(event) : event;
  return typeof position === 'number' && Number.isSafeInteger(position) && position > 0 ? position : null;
}
