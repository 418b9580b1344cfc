import { expect, it } from 'vitest';
import { createZipIndex } from '#domain/geo/zip-index.ts';
import { createMatchResult } from './match-result.ts';
import { packFilters } from './packed-filters.ts';
import { createSearchOwners } from './search-owners.ts';
import { createUserIdTable } from './user-id-table.ts';

it('A match of more members than are sorted at once has each of them in one chunk', () => {
  const [ids, places] = [createUserIdTable(), createZipIndex()];
  const detroit = { zipCode: '48204', latitude: 42.366, longitude: -83.143 };
  const place = places.indexOf(detroit);
  const members = Array.from({ length: 50_600 }, (_, n) => ids.insert(`member-${n}`));
  const hits = { members, terms: members.map(() => packFilters(54_000, 0, 0)), places: members.map(() => place) };
  const tables = { ids, places, radii: [50], owners: createSearchOwners(), names: new Map() };
  const sizes: number[] = [];
  const userIds = new Set<string>();
  for (const chunk of createMatchResult(hits, tables, detroit).chunks(500)) {
    sizes.push(chunk.length);
    for (const { userId } of chunk) userIds.add(userId);
  }
  expect(sizes).toEqual([...Array.from({ length: 101 }, () => 500), 100]);
  expect(userIds.size).toBe(members.length);
});
