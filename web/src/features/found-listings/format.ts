import type { FoundListing } from '#domain/listing/found-listings.contract.ts';

/** 'Detroit, MI 48204'; for a listing located by coordinates alone, says so. */
export function formatListingPlace({ city, state, zipCode }: FoundListing['place']): string {
  const area = [city, state].filter(Boolean).join(', ');
  return [area, zipCode].filter(Boolean).join(' ') || 'Coordinates only';
}

/** 'Reposted twice'. */
export function formatReposts(reposts: number): string {
  return `Reposted ${reposts === 1 ? 'once' : reposts === 2 ? 'twice' : `${reposts} times`}`;
}

/** '12, 3 waiting'; a withdrawn listing has no waiting alerts. */
export function formatAlerts({ sent, waiting }: FoundListing['alerts'], isWithdrawn: boolean): string {
  const count = sent.toLocaleString('en-US');
  return waiting === 0 || isWithdrawn ? count : `${count}, ${waiting.toLocaleString('en-US')} waiting`;
}
