import * as z from 'zod';
import { historyFilters } from '#domain/history/contract.ts';
import { parseSearch } from '#web/lib/parse-search.ts';

const parameters = { ...historyFilters, zone: z.literal('utc').optional() };

/** The filters of the history; days are yyyy-MM-dd in the zone of the viewer, or in UTC. */
export type HistoryFilters = ReturnType<typeof parseSearch<typeof parameters>>;

/** Reads the filters from the search part of an address; other parameters are ignored. */
export function parseHistoryFilters(search: Record<string, unknown>): HistoryFilters {
  return parseSearch(parameters, search);
}

/** The parameters of the page: the filters, and the position of the open event. */
export type HistorySearch = Omit<HistoryFilters, 'type'> & { type?: string | string[]; event?: number };

/** What the page shows: the filtered events, and the open one. */
export type HistoryAddress = HistoryFilters & { event?: number };

export function parseHistoryAddress(search: Record<string, unknown>): HistoryAddress {
  const event = parseOpenEvent(search);
  return { ...parseHistoryFilters(search), ...(event !== null && { event }) };
}

/** The address has one type as a text, several as a list. */
export function toHistorySearch({ type, ...filters }: HistoryAddress): HistorySearch {
  const [one] = type ?? [];
  return { ...filters, ...(type && one && { type: type.length === 1 ? one : type }) };
}

/** The query of a request: days become moments in the zone of the viewer. */
export function toHistoryQuery({ zone, from, to, ...filters }: HistoryFilters) {
  const toMoment = (day: string | undefined, time: string) =>
    day === undefined || zone === 'utc' ? day : new Date(`${day}T${time}`).toISOString();
  return { ...filters, from: toMoment(from, '00:00:00'), to: toMoment(to, '23:59:59.999') };
}

/** The position of the event that the address opens; null for none. */
export function parseOpenEvent({ event }: Record<string, unknown>): number | null {
  const position = typeof event === 'string' && /^\d{1,15}$/.test(event) ? Number(event) : event;
  return typeof position === 'number' && Number.isSafeInteger(position) && position > 0 ? position : null;
}
