import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { toKnownListing } from '#domain/deduplication/known-listing.ts';
import { listKeysToCompare, listTraits } from '#domain/deduplication/listing-keys.ts';
import { createTestFolder } from '#server/lib/testing/temporary-folder.ts';
import { findKnownListings, findSharing, knownListings, toRepostEntry } from './known-listings.ts';
import { createNaming, findScannedIndex, listIndexes } from './store/sqlite/sql/columns.ts';
import { planSqlPages } from './store/sqlite/sql/query.ts';
import { openSqliteViewStore } from './store/sqlite/sqlite.ts';
import type { Query } from './store/port.ts';
import { detroit, elmStreet, elmStreetFacts, listingReposted } from './testing/example-events.ts';
import { type Fact, projectView } from './testing/project-view.ts';
import { projectViews } from './testing/project-views.ts';

type FoundData = Extract<Fact, { type: 'ListingFound' }>['data'];

const house = {
  ...elmStreet,
  title: 'House at 5120 Elm St',
  details: 'Parcel 21045331. Call our office.',
  imageUrl: 'https://images.example/p/00a1b_x9y8z7.jpg',
};
const dataOf = (listingId: string, change: Partial<FoundData> = {}): FoundData => ({
  listingId,
  ...house,
  price: 45_000,
  place: detroit,
  ...change,
});
const found = (listingId: string, change?: Partial<FoundData>): Fact => ({
  type: 'ListingFound',
  data: dataOf(listingId, change),
});
const withdrawn = (listingId: string): Fact => ({ type: 'ListingWithdrawn', data: { listingId, reason: 'Sold' } });
const repriced = (price: number): Fact => ({
  type: 'ListingRepriced',
  data: { listingId: 'l-1', price, previousPrice: 45_000, lowestBefore: 45_000, facts: elmStreetFacts },
});
const again = (change?: Partial<FoundData>) => toKnownListing(toRepostEntry(dataOf('again', change)));

/** The listings after the events under each key of a posting. */
async function findAfter(past: Fact[], posting = again(), since = '') {
  const byKey = await findKnownListings(await projectViews(past), listKeysToCompare(posting), since);
  return new Map([...byKey].map(([key, listings]) => [key, listings.map(({ listingId }) => listingId)]));
}

describe('the view of known listings', () => {
  it('The view of known listings has the fingerprint of a listing under its parcel and its address, and under its place for postings without either', async () => {
    const past = [found('l-1')];
    expect([...(await findAfter(past)).keys()]).toEqual(['parcel 21045331', 'address 5120 elm']);
    const byKey = await findKnownListings(await projectViews(past), ['parcel 21045331'], '');
    const [listing = null] = byKey.get('parcel 21045331') ?? [];
    const expected = toKnownListing(toRepostEntry(dataOf('l-1')));
    const { title, details, ...others } = expected;
    expect(listing).toMatchObject(others);
    expect([listing?.title, listing?.details].map((hashes) => Array.from(hashes ?? []))).toEqual([title, details]);
    const unnamed = again({ title: 'House on Elm St', details: 'As is.' });
    expect([...(await findAfter(past, unnamed)).values()]).toEqual([['l-1']]);
  });

  it('The view of known listings has the last price and type of a listing', async () => {
    const unnamed = { title: 'House on Elm St', details: 'As is.' };
    const past = [found('l-1', unnamed), repriced(90_000)];
    expect([...(await findAfter(past, again(unnamed))).values()]).toEqual([]);
    expect([...(await findAfter(past, again({ ...unnamed, price: 80_000 }))).values()]).toEqual([['l-1']]);
    const facts = { ...elmStreetFacts, propertyType: 'raw land' as const };
    const retyped: Fact = {
      type: 'ListingRetyped',
      data: { listingId: 'l-1', price: 90_000, previousType: 'house', facts },
    };
    expect(projectView(knownListings, [...past, retyped]).get('l-1')).toMatchObject({ propertyType: 'raw land' });
  });

  it('The view of known listings has a withdrawn listing as inactive, until it is too old', async () => {
    const past = [found('l-1'), withdrawn('l-1')];
    expect((await findAfter(past)).get('parcel 21045331')).toEqual(['l-1']);
    expect((await findAfter(past, again(), '2026-03-02')).get('parcel 21045331')).toBeUndefined();
    expect((await findAfter([found('l-1')], again(), '2026-03-02')).get('parcel 21045331')).toEqual(['l-1']);
    const docs = [...projectView(knownListings, past).values()];
    expect(docs.map(({ isActive }) => isActive)).toEqual([false, false, false]);
  });

  it('The view of known listings forgets what a listing no longer is: its former address, or a listing of its own', async () => {
    const moved = found('l-1', { title: 'House at 77 Oak Ave' });
    const past = [found('l-1'), withdrawn('l-1'), moved];
    expect([...projectView(knownListings, past).keys()].toSorted()).toEqual([
      '21045331/l-1',
      '77||oak|avenue/l-1',
      'l-1',
    ]);
    expect([...(await findAfter(past)).keys()]).toEqual(['parcel 21045331']);
    expect(projectView(knownListings, [found('l-1'), listingReposted('l-1')]).size).toBe(0);
  });

  it('The view of known listings is read up to the newest 200 of one key, oldest first, which leave no other key out', async () => {
    const crowd = Array.from({ length: 600 }, (_, n) => found(`l-${n}`));
    const byKey = await findAfter([found('alone', { title: 'House at 77 Oak Ave', parcel: '99887766' }), ...crowd]);
    expect(byKey.get('parcel 21045331')).toEqual(Array.from({ length: 200 }, (_, n) => `l-${n + 400}`));
    const both = again({ title: 'House at 77 Oak Ave' });
    const mixed = await findAfter(
      [found('alone', { title: 'House at 77 Oak Ave', parcel: '99887766' }), ...crowd],
      both,
    );
    expect(mixed.get('address 77 oak')).toEqual(['alone']);
  });

  it('The view of known listings tells which active listings share a picture, a text or an address of their details', async () => {
    const mentioned = { title: 'Cash for houses', details: 'It is at 5120 Elm Street.' };
    const past = ['a', 'b', 'c', 'd'].map((id) => found(id, mentioned));
    const views = await projectViews([...past, withdrawn('a')]);
    const traits = listTraits(again(mentioned));
    expect(traits.map(({ field }) => field)).toEqual(['picture', 'text', 'mention']);
    for (const { field, value } of traits) {
      const sharing = await findSharing(views, field, [value, field === 'mention' ? 'none' : -1]);
      expect([...sharing], field).toEqual([[value, ['b', 'c', 'd']]]);
    }
  });

  it('The view of known listings is read by an index, of which documents without the field are no part', async () => {
    const file = join(createTestFolder(), 'views.sqlite');
    const store = openSqliteViewStore(file);
    await store.prepare(knownListings, '1#1');
    await store.promote(knownListings, '1#1');
    await store.close();
    const database = new DatabaseSync(file, { readOnly: true });
    const nameOf = createNaming(database, 'known-listings', '1#1');
    const indexes = listIndexes(database, 'known-listings', '1#1');
    const planOf = (query: Query) => {
      const scannedIndex = findScannedIndex(indexes, query);
      const source = { table: '"known-listings@1#1"', nameOf, ...(scannedIndex !== undefined && { scannedIndex }) };
      return planSqlPages(source, query).queries.map(({ text, values }) =>
        database
          .prepare(`EXPLAIN QUERY PLAN ${text}`)
          .all(...values, query.limit)
          .map(({ detail }) => String(detail))
          .join('\n'),
      );
    };
    const sort = [{ field: 'foundAt', direction: 'desc' as const }];
    for (const key of ['a', { in: ['a', 'b'] }]) {
      const plans = planOf({ where: { key, foundAt: { gt: '' } }, sort, limit: 5 });
      expect(plans).toHaveLength(1);
      expect(plans[0]).toMatch(/^SEARCH known-listings@1#1 USING INDEX known-listings@1#1:key,foundAt \(\S+=\?/);
    }
    for (const field of ['picture', 'text', 'mention'])
      for (const value of [1, { in: [1, 2] }])
        expect(planOf({ where: { [field]: value, isActive: true }, limit: 3 })[0]).toMatch(
          new RegExp(`^SEARCH known-listings@1#1 USING INDEX known-listings@1#1:${field},isActive \\(\\S+=\\?`),
        );
    const sqls = database.prepare("SELECT sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL").all();
    expect(sqls).toHaveLength(knownListings.indexes.length);
    for (const { sql } of sqls) expect(String(sql)).toMatch(/ WHERE \S+ IS NOT NULL$/);
    database.close();
  });
});
