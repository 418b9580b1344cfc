import { Rejected } from '#domain/shared/decider.ts';
import type { UserCommandData, EditedListing } from './commands.ts';
import { type SavedListing, maxSavedListings, savedListingTexts } from './contract.ts';
import type { UserEvent } from './events.ts';
import type { RegisteredUser } from './state.ts';

const maxPriceLength = 50;

/**
 * Replaces the saved listings. Empty rows are dropped; a row without a timestamp gets `now`. Changes that another admin
 * saved since `expected` are not overwritten: 'listings-changed'.
 */
export function saveListings(data: UserCommandData<'SaveListings'>, user: RegisteredUser): UserEvent[] {
  const { userId, listings, expected, now } = data;
  const rows = listings.filter((row) => savedListingTexts.some((name) => row[name].trim() !== '')).map(checkRow);
  if (rows.length > maxSavedListings) throw new Rejected('too-many-listings');
  const stamped = stampRows(rows, user.listings, now);
  if (hasSameRows(stamped, user.listings)) return [];
  if (expected && !hasSameRows(expected, user.listings)) throw new Rejected('listings-changed');
  return [{ type: 'ListingsSaved', data: { userId, listings: stamped } }];
}

function checkRow(row: EditedListing): EditedListing {
  const link = row.link.trim();
  const imageUrl = row.imageUrl.trim();
  if (row.title.trim() === '' && link === '') throw new Rejected('listing-needs-title-or-link');
  if (row.price.length > maxPriceLength) throw new Rejected('listing-price-too-long');
  if (!isWebAddressOrEmpty(link)) throw new Rejected('listing-link-invalid');
  if (!isWebAddressOrEmpty(imageUrl)) throw new Rejected('listing-image-invalid');
  return { ...row, link, imageUrl };
}

function isWebAddressOrEmpty(text: string): boolean {
  return text === '' || /^https?:\/\/\S+$/i.test(text);
}

/** A new row sent twice (a double click) is the one saved the first time, and keeps that time. */
function stampRows(rows: EditedListing[], saved: SavedListing[], now: string): SavedListing[] {
  const unclaimed = saved.filter(
    (old) => !rows.some((row) => row.timestamp === old.timestamp && hasSameTexts(row, old)),
  );
  return rows.map(({ title, price, details, link, imageUrl, timestamp }) => {
    const row = { title, price, details, link, imageUrl };
    if (timestamp !== null) return { ...row, timestamp };
    const twin = unclaimed.findIndex((old) => hasSameTexts(row, old));
    const [savedBefore] = twin < 0 ? [] : unclaimed.splice(twin, 1);
    return { ...row, timestamp: savedBefore?.timestamp ?? now };
  });
}

function hasSameRows(some: SavedListing[], others: SavedListing[]): boolean {
  const same = (row: SavedListing, other: SavedListing | undefined) =>
    row.timestamp === other?.timestamp && hasSameTexts(row, other);
  return some.length === others.length && some.every((row, index) => same(row, others[index]));
}

function hasSameTexts(row: Omit<SavedListing, 'timestamp'>, other: SavedListing): boolean {
  return savedListingTexts.every((name) => row[name] === other[name]);
}
