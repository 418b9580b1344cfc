import type { FoundListing } from '#domain/listing/found-listings.contract.ts';
import { formatCount } from '#web/lib/format.ts';

/** 'Detroit, MI 48204'; for a listing located by coordinates alone, says so. */
export function formatListingPlace({ city, state, zipCode }: FoundListing['place']): string {
  const area = [city, state].filter(Boolean).join(', ');
  return [area, zipCode].filter(Boolean).join(' ') || 'Coordinates only';
}

/** 'Reposted twice'. */
export function formatReposts(reposts: number): string {
  return `Reposted ${reposts === 1 ? 'once' : reposts === 2 ? 'twice' : `${reposts} times`}`;
}

/** '12 alerts sent, 3 waiting for the daily digest'; a withdrawn listing has no waiting alerts. */
export function formatReach({ sent, waiting }: FoundListing['alerts'], isWithdrawn: boolean): string {
  const sentText = sent === 0 ? 'No alerts sent' : formatCount(sent, 'alert sent', 'alerts sent');
  if (waiting === 0 || isWithdrawn) return sentText;
  return `${sentText}, ${waiting.toLocaleString('en-US')} waiting for the daily digest`;
}
