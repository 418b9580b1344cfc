/** Of whom the page tells, and as of when: all of it stands in the address. */
export type PastSearch = {
  user?: string;
  listing?: string;
  announcement?: string;
  /** A day (yyyy-MM-dd) or a time in ISO 8601, of which the members' table is wanted. */
  members?: string;
  position?: number;
  at?: string;
};

const texts = ['user', 'listing', 'announcement', 'members', 'at'] as const;

/** What an address says; what it cannot mean is left out. */
export function pastSearch(raw: Record<string, unknown>): PastSearch {
  const { position } = raw;
  const given = texts.flatMap((name) => {
    const value = raw[name];
    return typeof value === 'string' || typeof value === 'number' ? [[name, String(value).trim()] as const] : [];
  });
  const isPosition = typeof position === 'number' && Number.isInteger(position) && position >= 0;
  return { ...Object.fromEntries(given.filter(([, value]) => value !== '')), ...(isPosition && { position }) };
}

/** Whose past; null where none is chosen, or the members' table is. */
export type Subject = { kind: 'user' | 'listing' | 'announcement'; who: string };

export function subjectIn({ user, listing, announcement }: PastSearch): Subject | null {
  if (user !== undefined) return { kind: 'user', who: user };
  if (listing !== undefined) return { kind: 'listing', who: listing };
  return announcement === undefined ? null : { kind: 'announcement', who: announcement };
}

/** The same subject at another moment. */
export function searchFor({ kind, who }: Subject, moment: { position?: number; at?: string } = {}): PastSearch {
  return { [kind]: who, ...moment };
}
