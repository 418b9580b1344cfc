import { namesState } from '#domain/geo/place-names.ts';

const isBlank = (value: unknown) => value === undefined || value === null || value === '';

/** A raw item with the state of its source, unless it names one itself. */
export function withDefaultState(raw: unknown, state: string | undefined): unknown {
  if (state === undefined || typeof raw !== 'object' || raw === null || Array.isArray(raw)) return raw;
  const item: Record<string, unknown> = { ...raw };
  const { city } = item;
  return !isBlank(item['state']) || (typeof city === 'string' && namesState(city)) ? raw : { ...item, state };
}
