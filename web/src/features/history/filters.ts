/** What the history is filtered by; '' stands for all. Days are yyyy-MM-dd in UTC. */
export type HistoryFilters = Record<(typeof historyFilterNames)[number], string>;

export const historyFilterNames = ['q', 'person', 'type', 'stream', 'from', 'to'] as const;

/** The filters in the search part of an address, whatever else stands there. */
export function parseHistoryFilters(search: Record<string, unknown>): Partial<HistoryFilters> {
  const found = historyFilterNames.flatMap((name) => {
    const value = search[name];
    const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
    return text === '' ? [] : [[name, text] as const];
  });
  return Object.fromEntries(found);
}

/** The same as a query of the API, '' for none. */
export function toQueryString(filters: Partial<HistoryFilters>, more: Record<string, string> = {}): string {
  const query = new URLSearchParams({ ...filters, ...more }).toString();
  return query === '' ? '' : `?${query}`;
}

/** What an address of the page says: the filters, and the position of the event that is open. */
export type HistorySearch = Partial<HistoryFilters> & { event?: number };

/** The event that the address opens; null for none. */
export function parseOpenEvent({ event }: Record<string, unknown>): number | null {
  const position = typeof event === 'string' && /^\d{1,15}$/.test(event) ? Number(event) : event;
  return typeof position === 'number' && Number.isSafeInteger(position) && position > 0 ? position : null;
}
