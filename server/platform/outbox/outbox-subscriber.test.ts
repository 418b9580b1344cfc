import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { type Position, startPosition } from '#domain/shared/decider.ts';
import { openSqliteDocuments } from '#projections/store/sqlite/sqlite.ts';
import type { StoredEvent } from '#server/platform/event-store/port.ts';
import { createOutboxSubscriber } from './outbox-subscriber.ts';
import { createOutboxFixture } from './suite/outbox-fixture.ts';

const metadata = { actor: 'system', commandId: 'c', correlationId: 'c', at: '2026-01-01T00:00:00.000Z' };
const createEvent = (n: number): StoredEvent => {
  const position = n as Position; // a position of a log that is not there
  return { id: `e-${n}`, type: 'Counted', data: {}, stream: 's', revision: 0, position, metadata };
};

it('A replayed event causes its items once, joined to none that later events have joined', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'outbox-subscriber-'));
  const fixture = createOutboxFixture(openSqliteDocuments(join(folder, 'documents.sqlite')));
  onTestFinished(async () => {
    await fixture.close();
    rmSync(folder, { recursive: true });
  });
  const subscriber = createOutboxSubscriber<string[]>({
    name: 'mail',
    handles: ['Counted'],
    checkpoint: { load: () => Promise.resolve(startPosition), save: () => Promise.resolve() },
    collectMs: 0,
    outbox: fixture.outbox,
    buildItems: ({ position }) => Promise.resolve([fixture.item(position, { joinKey: 'ann' })]),
    join: (first, next) => [...first, ...next],
  });
  const { signal: stopped } = new AbortController();
  await subscriber.handle([createEvent(2), createEvent(3)], stopped);
  for (let times = 0; times < 2; times += 1)
    await subscriber.replay?.(createEvent(1), { subscription: 'mail', stopped });
  const items = await fixture.list();
  expect(items.map(({ id, content }) => [id, content]).toSorted()).toEqual([
    ['item-1', ['fact-1']],
    ['item-2', ['fact-2', 'fact-3']],
  ]);
});
