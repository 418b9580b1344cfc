import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { readPages } from '#projections/store/list-all.ts';
import { openSqliteDocuments } from '#projections/store/sqlite/sqlite.ts';
import { startPosition } from '#domain/shared/decider.ts';
import { createTestFolder } from '#server/lib/testing/temporary-folder.ts';
import { mapWithYields } from '#server/lib/delay.ts';
import { countYields } from '#server/testing/count-yields.ts';
import { readLogPages, readLogPagesBackwards } from './log-pages.ts';
import { noStream } from './port.ts';
import { openSqliteEventStore } from './sqlite/sqlite.ts';
import { createCountedEvents, metadata } from './testing/suite-fixtures.ts';

let folder: string;
beforeEach(() => {
  folder = createTestFolder();
});

async function countItems(pages: AsyncIterable<unknown[]>): Promise<number> {
  let count = 0;
  for await (const page of pages) count += page.length;
  return count;
}

it('A reader of the whole log lets other work run between pages, in both directions', async () => {
  const store = openSqliteEventStore(join(folder, 'events.sqlite'));
  await store.append(`thing-${randomUUID()}`, createCountedEvents(1_000), noStream, metadata);
  for (const read of [() => readLogPages(store, startPosition, 100), () => readLogPagesBackwards(store, null, 100)]) {
    const { result, yields } = await countYields(() => countItems(read()));
    expect(result).toBe(1_000);
    expect(yields).toBeGreaterThanOrEqual(9);
  }
  await store.close();
});

it('A reader of a long list of documents lets other work run between pages', async () => {
  const documents = openSqliteDocuments(join(folder, 'vault.sqlite'));
  await documents.putAll(
    'audit',
    Array.from({ length: 1_000 }, (_, n) => ({ id: `d-${n}` })),
  );
  const { result, yields } = await countYields(() => countItems(readPages(documents, 'audit', { pageSize: 100 })));
  expect(result).toBe(1_000);
  expect(yields).toBeGreaterThanOrEqual(9);
  await documents.close();
});

it('A long list is mapped with pauses for other work', async () => {
  const items = Array.from({ length: 2_000 }, (_, n) => n);
  const { result, yields } = await countYields(() => mapWithYields(items, (n) => n + 1));
  expect([result.length, result.at(-1)]).toEqual([2_000, 2_000]);
  expect(yields).toBeGreaterThanOrEqual(3);
});
