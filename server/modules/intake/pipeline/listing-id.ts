import { v5 as uuidV5 } from 'uuid';
import type { IntakeItem } from '#domain/listing/contract.ts';

const namespace = '3b1e7d52-9c40-5f6a-8d21-70c5e4ab9f13';
/** Parameters that track where a visitor came from and do not affect the page. */
const trackingParameters = /^(utm_\w+|fbclid|gclid|msclkid|mc_[ce]id|igshid)$/i;

/** The same for every copy of an offer of one source: by its external id, else by its link. */
export function deriveListingId(source: string, item: Pick<IntakeItem, 'externalId' | 'link'>): string {
  const key = item.externalId === undefined ? ['link', normalizeUrl(item.link)] : ['id', item.externalId];
  return uuidV5(JSON.stringify([source, ...key]), namespace);
}

/**
 * A web address without the parts that do not affect the page: scheme, tracking, fragment, order of parameters,
 * trailing slash.
 */
export function normalizeUrl(link: string): string {
  if (!URL.canParse(link)) return link;
  const { host, pathname, searchParams } = new URL(link);
  for (const name of [...searchParams.keys()]) if (trackingParameters.test(name)) searchParams.delete(name);
  searchParams.sort();
  const query = searchParams.toString();
  return `${host}${pathname.replace(/\/+$/, '')}${query && `?${query}`}`;
}
