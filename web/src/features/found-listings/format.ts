import type { FoundListing } from '#domain/listing/found-listings.contract.ts';
import { formatCount } from '#web/lib/format.ts';

/** 'Detroit, MI 48204'; for a listing located by coordinates alone, says so. */
export function formatListingPlace({ city, state, zipCode }: FoundListing['place']): string {
  const area = [city, state].filter(Boolean).join(', ');
  return [area, zipCode].filter(Boolean).join(' ') || 'Known by its coordinates';
}

/** '12 alerts sent, 3 wait for the daily mail'; a withdrawn listing has no waiting alerts. */
export function formatReach({ sent, waiting }: FoundListing['alerts'], isWithdrawn: boolean): string {
  const sentText = sent === 0 ? 'No alert sent' : formatCount(sent, 'alert sent', 'alerts sent');
  if (waiting === 0 || isWithdrawn) return sentText;
  return `${sentText}, ${formatCount(waiting, 'waits', 'wait')} for the daily mail`;
}
