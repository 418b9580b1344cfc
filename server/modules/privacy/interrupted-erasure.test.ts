import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { pino } from 'pino';
import { userStream } from '#domain/event-catalog/streams.ts';
import { user as users } from '#domain/user/decider.ts';
import { openSqliteDocuments } from '#projections/store/sqlite/sqlite.ts';
import type { Documents } from '#projections/store/port.ts';
import { createCommandHandler } from '#server/platform/commands/command-handler.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import { openSqliteEventStore } from '#server/platform/event-store/sqlite/sqlite.ts';
import { createErasureService } from './account-erasure.ts';
import type { PersonalDataStore } from './personal-data.ts';

const clock = () => new Date('2026-01-01T00:00:00.000Z');
const userId = 'ann';

let folder: string;
let events: EventStore;
let documents: Documents;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'erasure-'));
  events = openSqliteEventStore(join(folder, 'events.sqlite'));
  documents = openSqliteDocuments(join(folder, 'vault.sqlite'));
  const handle = createCommandHandler(events, clock);
  const register = { type: 'Register', data: { userId, email: 'ann@example.com', role: 'none' } } as const;
  await handle(users, userStream(userId), register, { actor: userId, commandId: 'register' });
  await handle(users, userStream(userId), { type: 'Delete', data: { userId } }, { actor: userId, commandId: 'delete' });
});
afterEach(async () => {
  await Promise.all([events.close(), documents.close()]);
  rmSync(folder, { recursive: true });
});

/** Erases of two stores, of which the one numbered `failing` fails: all that a process does before it is killed. */
function openErasure(erased: string[], failing?: number) {
  const stores = ['sessions', 'keys'].map(
    (name, n): PersonalDataStore => ({
      space: name,
      subject: 'user',
      export: 'It is not exported.',
      erase: () =>
        n === failing ? Promise.reject(new Error('The process was killed')) : Promise.resolve(erased.push(name)),
    }),
  );
  const log = pino({ level: 'silent' });
  return createErasureService({ events, documents, clock, log, scrub: () => Promise.resolve() }, stores);
}

it.each([0, 1])('An erasure that is interrupted at store %i is completed by the next process', async (failing) => {
  const first: string[] = [];
  const interrupted = openErasure(first, failing);
  await interrupted.begin(userId);
  await expect(interrupted.complete(userId)).rejects.toThrow('killed');
  expect(first).toHaveLength(failing);
  const second: string[] = [];
  await openErasure(second).resume();
  expect(second).toEqual(['sessions', 'keys']);
  const third: string[] = [];
  await openErasure(third).resume();
  expect(third).toEqual([]);
});
