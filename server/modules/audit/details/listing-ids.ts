import type { StoredEvent } from '#server/platform/event-store/port.ts';

/** The listing that an event is about, and its title where the event has it; nulls for another event. */
export function findListingInfo({ data }: Pick<StoredEvent, 'data'>): { id: string | null; title: string | null } {
  if (typeof data !== 'object' || data === null) return { id: null, title: null };
  const { listingId, originalId, title, listing } = data as Record<string, unknown>; // any fields, checked below
  const id = typeof originalId === 'string' ? originalId : listingId;
  const inner: unknown = typeof listing === 'object' && listing !== null && 'title' in listing ? listing.title : title;
  return { id: typeof id === 'string' ? id : null, title: typeof inner === 'string' ? inner : null };
}

export function listListingIds(event: Pick<StoredEvent, 'data'>): string[] {
  const { id } = findListingInfo(event);
  return id === null ? [] : [id];
}
