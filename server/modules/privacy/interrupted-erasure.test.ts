import { beforeEach, expect, it } from 'vitest';
import { pino } from 'pino';
import type { Position } from '#domain/shared/decider.ts';
import { userStream } from '#domain/event-catalog/streams.ts';
import type { UserCommand } from '#domain/user/commands.ts';
import { user as users } from '#domain/user/decider.ts';
import { projections } from '#projections/all.ts';
import type { Documents } from '#projections/store/port.ts';
import { openTemporaryDocuments } from '#projections/store/testing/temporary-documents.ts';
import { openTemporaryLog } from '#server/platform/event-store/testing/temporary-log.ts';
import { createCommandHandler } from '#server/platform/commands/command-handler.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import { createErasureService } from './account-erasure.ts';
import type { PersonalDataStore } from './personal-data.ts';

const begunAt = Date.parse('2026-01-01T00:00:00.000Z');

let now: number;
const clock = () => new Date(now);
const userId = 'ann';
let scrubs: number;
/** How far the views are. */
let shown: Position;
let events: EventStore;
let documents: Documents;
beforeEach(async () => {
  [now, scrubs, shown] = [begunAt, 0, Number.MAX_SAFE_INTEGER as Position];
  events = openTemporaryLog();
  documents = openTemporaryDocuments();
  await tell(userId, { type: 'Register', data: { userId, email: 'ann@example.com', role: 'none' } });
  await tell(userId, { type: 'Delete', data: { userId } });
});

const tell = (id: string, command: UserCommand) =>
  createCommandHandler(events, clock)(users, userStream(id), command, { actor: id, commandId: command.type });

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
  const scrub = () => Promise.resolve(void (scrubs += 1));
  const former = ['view-of-a-former-release', 1 as Position] as const;
  const checkpoints = () =>
    Promise.resolve(new Map([...projections.map(({ view }) => [view, shown] as const), former]));
  const viewStore = { checkpoints };
  return createErasureService({ events, documents, viewStore, clock, log, scrub }, stores);
}

it.each([0, 1])('An erasure that is interrupted at store %i is completed by the next process', async (failing) => {
  const first: string[] = [];
  const interrupted = openErasure(first, failing);
  await interrupted.begin(userId);
  await expect(interrupted.complete(userId)).rejects.toThrow('killed');
  expect(first).toHaveLength(failing);
  now += 10_001;
  const second: string[] = [];
  await openErasure(second).resume();
  expect([second, scrubs]).toEqual([['sessions', 'keys'], 1]);
  const third: string[] = [];
  await openErasure(third).resume();
  expect(third).toEqual([]);
});

it('An erasure is repeated and scrubbed until 10 s have passed and the views show the deletion', async () => {
  const erased: string[] = [];
  const { begin, complete, resume } = openErasure(erased);
  await begin(userId);
  await complete(userId);
  const countPasses = async () => {
    await resume();
    return [erased.length / 2, scrubs];
  };
  expect(await countPasses()).toEqual([2, 1]);
  now += 10_001;
  shown = 1 as Position;
  expect(await countPasses()).toEqual([3, 2]);
  shown = 2 as Position;
  expect(await countPasses()).toEqual([4, 3]);
  expect(await countPasses()).toEqual([4, 3]);
});

it.each([
  ['whose event is written meanwhile is completed', 0, ['sessions', 'keys']],
  ['that had no event after 10 minutes is given up', 600_001, []],
])('A deletion that another process has begun and %s', async (_, passedMs, expected) => {
  const bea = 'bea';
  await tell(bea, { type: 'Register', data: { userId: bea, email: 'bea@example.com', role: 'none' } });
  const erased: string[] = [];
  const { resume } = openErasure(erased);
  await openErasure([]).begin(bea);
  now += passedMs;
  await resume();
  expect(erased).toEqual([]);
  await tell(bea, { type: 'Delete', data: { userId: bea } });
  await resume();
  expect(erased).toEqual(expected);
});
