import { type SubjectKind, subjectKinds } from '#domain/history/point-in-time.contract.ts';
/** The subject and the point in time of the page: all of it is in the address. */
export type PointInTimeSearch = {
  user?: string;
  listing?: string;
  announcement?: string;
  /** A day (yyyy-MM-dd) or an ISO 8601 time to show the members' table for. */
  members?: string;
  position?: number;
  at?: string;
};

const textParams = [...subjectKinds, 'members', 'at'] as const;

/** Reads the parameters of an address; invalid ones are left out. */
export function parsePointInTimeSearch(raw: Record<string, unknown>): PointInTimeSearch {
  const { position } = raw;
  const params = textParams.flatMap((name) => {
    const value = raw[name];
    return typeof value === 'string' || typeof value === 'number' ? [[name, String(value).trim()] as const] : [];
  });
  const isPosition = typeof position === 'number' && Number.isInteger(position) && position >= 0;
  return { ...Object.fromEntries(params.filter(([, value]) => value !== '')), ...(isPosition && { position }) };
}

/** The subject; null if none is chosen, or if the members' table is. */
export type HistorySubject = { kind: SubjectKind; id: string };

export function parseSubject(search: PointInTimeSearch): HistorySubject | null {
  const kind = subjectKinds.find((name) => search[name] !== undefined);
  return kind === undefined ? null : { kind, id: search[kind] ?? '' };
}

/** The same subject at another point in time. */
export function toPointInTimeSearch(
  { kind, id }: HistorySubject,
  moment: { position?: number; at?: string } = {},
): PointInTimeSearch {
  return { [kind]: id, ...moment };
}
