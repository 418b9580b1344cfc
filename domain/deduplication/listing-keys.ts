import { createCells } from '#domain/geo/grid.ts';
import type { KnownListing } from './known-listing.ts';
import { repostLimits } from './same-property.ts';
import { toAddressKey } from './street-address.ts';

/** Cells of about two miles. */
const cells = createCells(30);

/** A price within a fifth of another one is at most two bands of a quarter away. */
const toPriceBand = (price: number): number => Math.floor(Math.log(Math.max(1, price)) / Math.log(1.25));

/** Listings with an address lie under keys of their own: by place they are compared with those that have none. */
const toPlaceKey = (cell: number, band: number, hasAddress: boolean): string =>
  `${cell}/${band}${hasAddress ? '/address' : ''}`;

type PlacedOffer = Pick<KnownListing, 'latitude' | 'longitude' | 'price' | 'addresses'>;

/** Place and price band, by which two listings without a parcel or an address in common are compared. */
export const findPlaceKey = (entry: PlacedOffer): string =>
  toPlaceKey(cells.findCell(entry), toPriceBand(entry.price), entry.addresses.length > 0);

export const toParcelKey = (parcel: string): string => `parcel ${parcel}`;

/** The key under which a listing lies that names this address. */
export const toAddressListKey = (address: string): string => `address ${toAddressKey(address)}`;

const listNamedKeys = ({ parcels, addresses }: KnownListing): string[] => [
  ...new Set([...parcels.map(toParcelKey), ...addresses.map(toAddressListKey)]),
];

/** The keys under which a listing lies. */
export const listKeys = (entry: KnownListing): string[] => [...listNamedKeys(entry), findPlaceKey(entry)];

/** The keys under which the listings lie that `again` may repost. */
export function listKeysToCompare(again: KnownListing): string[] {
  const { addresses, addressBasis, price } = again;
  const variants = addresses.length > 0 && addressBasis === 'title' ? [false] : [false, true];
  const highest = toPriceBand(Math.ceil((price * 5) / 4));
  const keys = listNamedKeys(again);
  for (const cell of cells.listCellsNear(again, repostLimits.miles))
    for (let band = toPriceBand(Math.floor((price * 5) / 6)); band <= highest; band += 1)
      for (const hasAddress of variants) keys.push(toPlaceKey(cell, band, hasAddress));
  return keys;
}

/** What several active listings share where it belongs to their seller: a logo, a template, the seller's own address. */
export type Trait = { field: 'picture' | 'text' | 'mention'; value: number | string };

/** The addresses that the details name. */
export const listMentions = ({ addressBasis, addresses }: KnownListing): string[] =>
  addressBasis === 'title' ? [] : [...new Set(addresses)];

export function listTraits(entry: KnownListing): Trait[] {
  const traits: Trait[] = [];
  for (const field of ['picture', 'text'] as const) {
    const value = entry[field];
    if (value !== null) traits.push({ field, value });
  }
  for (const value of listMentions(entry)) traits.push({ field: 'mention', value });
  return traits;
}

export const toTraitKey = ({ field, value }: Trait): string => `${field} ${value}`;
