import { capitalize } from '#domain/shared/capitalize.contract.ts';

/** A type of events as people read it: 'ListingFound' as 'Listing found'. */
export function formatEventType(type: string): string {
  return capitalize(type.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase());
}
