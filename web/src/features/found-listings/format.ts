import type { FoundListing } from '#domain/listing/found-listings.contract.ts';

/** 'Detroit, MI 48204'; where it was given by coordinates alone, so much is said. */
export function formatListingPlace({ city, state, zipCode }: FoundListing['place']): string {
  const area = [city, state].filter(Boolean).join(', ');
  return [area, zipCode].filter(Boolean).join(' ') || 'Known by its coordinates';
}

/** '12 alerts sent, 3 wait for the daily mail'; for what was withdrawn nobody waits. */
export function formatReach({ sent, waiting }: FoundListing['alerts'], isWithdrawn: boolean): string {
  const sentText =
    sent === 0 ? 'No alert sent' : sent === 1 ? '1 alert sent' : `${sent.toLocaleString('en-US')} alerts sent`;
  if (waiting === 0 || isWithdrawn) return sentText;
  return `${sentText}, ${waiting.toLocaleString('en-US')} ${waiting === 1 ? 'waits' : 'wait'} for the daily mail`;
}
