import { createGrid, type Grid } from '#domain/geo/grid.ts';
import type { KnownListing } from './known-listing.ts';
import { repostLimits } from './same-property.ts';
import { toAddressKey } from './street-address.ts';

/** Finds the listings that may be the property of another one, by parcel, by address, and by place and price. */
export type ListingFiles = {
  add: (entry: KnownListing) => void;
  remove: (entry: KnownListing) => void;
  /** Visits candidates, some of them twice. */
  visit: (again: KnownListing, visit: (first: KnownListing) => void) => void;
};

/** Cells of about two miles. */
const cellsPerDegree = 30;

/** Bands by price limit the comparisons: a fifth up or down from a price spans at most three bands of a quarter. */
const toPriceBand = (price: number): number => Math.floor(Math.log(Math.max(1, price)) / Math.log(1.25));

export function createListingFiles(): ListingFiles {
  const bands = new Map<number, Grid<KnownListing>>();
  const byParcel = createKeyedLists<string, KnownListing>();
  const byAddress = createKeyedLists<string, KnownListing>();

  const gridAt = (band: number): Grid<KnownListing> => {
    const grid = bands.get(band) ?? createGrid<KnownListing>(cellsPerDegree);
    bands.set(band, grid);
    return grid;
  };

  const file = (entry: KnownListing, change: 'add' | 'remove') => {
    gridAt(toPriceBand(entry.price))[change](entry, entry);
    for (const parcel of entry.parcels) byParcel[change](parcel, entry);
    for (const key of new Set(entry.addresses.map(toAddressKey))) byAddress[change](key, entry);
  };

  const visitNear = (again: KnownListing, visit: (first: KnownListing) => void) => {
    const hasParcel = again.parcels.length > 0;
    const hasAddress = again.addresses.length > 0;
    const visitUnfiled = (first: KnownListing) => {
      const isFiled = (hasParcel && first.parcels.length > 0) || (hasAddress && first.addresses.length > 0);
      if (!isFiled) visit(first);
    };
    for (let band = toPriceBand(again.price / 1.2) - 1; band <= toPriceBand(again.price / 0.8); band += 1)
      bands.get(band)?.visitNear(again, repostLimits.miles, visitUnfiled);
  };

  return {
    add: (entry) => file(entry, 'add'),
    remove: (entry) => file(entry, 'remove'),
    visit: (again, visit) => {
      for (const parcel of again.parcels) byParcel.get(parcel).forEach(visit);
      for (const address of again.addresses) byAddress.get(toAddressKey(address)).forEach(visit);
      visitNear(again, visit);
    },
  };
}

/** Lists of items by key; a key without items is forgotten. */
type KeyedLists<Key, Item> = {
  add: (key: Key, item: Item) => void;
  remove: (key: Key, item: Item) => void;
  get: (key: Key) => readonly Item[];
};

function createKeyedLists<Key, Item>(): KeyedLists<Key, Item> {
  const lists = new Map<Key, Item[]>();
  return {
    add: (key, item) => {
      const list = lists.get(key);
      if (list === undefined) lists.set(key, [item]);
      else list.push(item);
    },
    remove: (key, item) => {
      const left = (lists.get(key) ?? []).filter((one) => one !== item);
      if (left.length > 0) lists.set(key, left);
      else lists.delete(key);
    },
    get: (key) => lists.get(key) ?? [],
  };
}
