/** The filters of the history; '' stands for all. Days are yyyy-MM-dd in UTC. */
export type HistoryFilters = Record<(typeof historyFilterNames)[number], string>;

export const historyFilterNames = ['q', 'person', 'type', 'stream', 'from', 'to'] as const;

/** Reads the filters from the search part of an address; other parameters are ignored. */
export function parseHistoryFilters(search: Record<string, unknown>): Partial<HistoryFilters> {
  const entries = historyFilterNames.flatMap((name) => {
    const value = search[name];
    const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
    return text === '' ? [] : [[name, text] as const];
  });
  return Object.fromEntries(entries);
}

/** The parameters of the page: the filters, and the position of the open event. */
export type HistorySearch = Partial<HistoryFilters> & { event?: number };

/** The position of the event that the address opens; null for none. */
export function parseOpenEvent({ event }: Record<string, unknown>): number | null {
  const position = typeof event === 'string' && /^\d{1,15}$/.test(event) ? Number(event) : event;
  return typeof position === 'number' && Number.isSafeInteger(position) && position > 0 ? position : null;
}
