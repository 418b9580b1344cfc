import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Logger, pino } from 'pino';
import { userStream } from '#domain/event-catalog/streams.ts';
import { type Position, type Recorded, startPosition } from '#domain/shared/decider.ts';
import type { DomainEvent } from '#domain/event-catalog/events.ts';
import type { UserCommand } from '#domain/user/commands.ts';
import { user } from '#domain/user/decider.ts';
import type { Search, SearchChanges } from '#domain/user/searches.contract.ts';
import { createSearch } from '#domain/user/testing/example-search.ts';
import { projections } from '#projections/all.ts';
import type { Documents, ViewStore } from '#projections/store/port.ts';
import { openSqliteDocuments, openSqliteViewStore } from '#projections/store/sqlite/sqlite.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import { openSqliteEventStore } from '#server/platform/event-store/sqlite/sqlite.ts';
import { createTestClock } from './test-clock.ts';
import { createCommandHandler, type CommandHandler } from '#server/platform/commands/command-handler.ts';
import { createFailedEvents, type FailedEvents } from '#server/platform/subscriptions/failed-events.ts';
import type { LogFeed } from '#server/platform/subscriptions/log-feed.ts';
import type { RunSubscriber } from '#server/platform/subscriptions/subscriber.ts';
import { startTestFeed } from '#server/platform/subscriptions/testing/feed-fixture.ts';
import { createMemberIndex, type MemberIndex } from '../../member-index/members.ts';
import { createOutbox, type Outbox } from '#server/platform/outbox/outbox.ts';
import type { WaitForProjections } from '#server/platform/projector/projection-progress.ts';
import { createProgressTracker } from '#server/platform/subscriptions/progress-tracker.ts';
import { startProjector } from '#server/platform/projector/projector.ts';
import { type Gazetteer, loadGazetteer } from '#server/modules/geo/gazetteer.ts';

type FilterChanges = Extract<UserCommand, { type: 'UpdateFilters' }>['data']['changes'];
type EventOfType<T extends DomainEvent['type']> = Recorded<Extract<DomainEvent, { type: T }>>;

/** Stores on disk with their projector, a settable clock, and users to register: the base of scout and intake. */
export type TestStores = {
  events: EventStore;
  encryptedEvents: EventStore;
  views: ViewStore;
  documents: Documents;
  outbox: Outbox;
  handle: CommandHandler;
  gazetteer: Gazetteer;
  log: Logger;
  members: MemberIndex;
  /** Runs a subscriber on the feed of these stores. */
  run: RunSubscriber;
  feed: LogFeed;
  failedEvents: FailedEvents;
  clock: () => Date;
  setClock: (time: string) => void;
  /** Sets a clock that runs on from there. */
  startClock: (time: string) => void;
  /** Registers a user; with `active` as a member. Resolves with the id. */
  member: (filters: FilterChanges, active?: boolean) => Promise<string>;
  deactivate: (userId: string) => Promise<void>;
  update: (userId: string, changes: FilterChanges) => Promise<void>;
  /** Adds a further search in Detroit; resolves with its id. */
  addSearch: (userId: string, changes?: Partial<Search>) => Promise<string>;
  changeSearch: (userId: string, searchId: string, changes: SearchChanges) => Promise<void>;
  removeSearch: (userId: string, searchId: string) => Promise<void>;
  restoreSearch: (userId: string, searchId: string) => Promise<void>;
  /** All events of the given types, in order. */
  listEvents: <T extends DomainEvent['type']>(type: T) => Promise<EventOfType<T>[]>;
  viewsReady: Promise<void>;
  waitForProjections: WaitForProjections;
  /** Resolves when the views have applied what the log has now. */
  waitForViews: () => Promise<void>;
  close: () => Promise<void>;
};

/** Views may join the others one after the other, each with its own checkpoint. */
async function areCurrent(views: ViewStore, head: Position): Promise<boolean> {
  const reached = await views.checkpoints();
  return projections.every(({ view }) => (reached.get(view) ?? startPosition) >= head);
}

export async function openTestStores(): Promise<TestStores> {
  const folder = await mkdtemp(join(tmpdir(), 'scout-'));
  const events = openSqliteEventStore(join(folder, 'events.sqlite'));
  const views = openSqliteViewStore(join(folder, 'views.sqlite'));
  const documents = openSqliteDocuments(join(folder, 'documents.sqlite'));
  const log: Logger = pino({ level: 'silent' });
  const testClock = createTestClock();
  const gazetteer = await loadGazetteer();
  const { clock } = testClock;
  const handle = createCommandHandler(events, clock);
  const failedEvents = createFailedEvents({ documents, clock, log });
  const feed = startTestFeed(events, { setAside: failedEvents.add, log });
  const progress = createProgressTracker();
  const projector = startProjector({ feed, views, projections, failedEvents, log }, { progress });

  return {
    events,
    encryptedEvents: events,
    views,
    documents,
    outbox: createOutbox({ documents, clock }),
    handle,
    log,
    run: feed.run,
    feed,
    failedEvents,
    ...testClock,
    gazetteer,
    members: createMemberIndex(gazetteer),
    ...createUserChanges({ handle, clock }),
    listEvents: async (type) => {
      const all = (await events.readAll(startPosition, 1_000_000)) as Recorded<DomainEvent>[]; // no others exist
      return all.filter((event): event is EventOfType<typeof type> => event.type === type);
    },
    viewsReady: progress.whenBuilt,
    waitForProjections: progress.waitForProjections,
    waitForViews: async () => {
      const head = await events.head();
      while (!(await areCurrent(views, head))) await setTimeout(5);
    },
    close: async () => {
      await projector.stop();
      await feed.stop();
      await Promise.all([events.close(), views.close(), documents.close()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

type UserChanges = Pick<
  TestStores,
  'member' | 'deactivate' | 'update' | 'addSearch' | 'changeSearch' | 'removeSearch' | 'restoreSearch'
>;

function createUserChanges({ handle, clock }: Pick<TestStores, 'handle' | 'clock'>): UserChanges {
  const sender = () => ({ actor: 'system', commandId: randomUUID() });
  const tell = (userId: string, command: UserCommand) => handle(user, userStream(userId), command, sender());
  return {
    member: async (filters, active = true) => {
      const userId = randomUUID();
      await tell(userId, { type: 'Register', data: { userId, email: `${userId}@example.com`, role: 'none' } });
      await tell(userId, { type: 'UpdateFilters', data: { userId, changes: filters } });
      if (active) await tell(userId, { type: 'ActivateMembership', data: { userId, now: clock().toISOString() } });
      return userId;
    },
    deactivate: async (userId) => {
      await tell(userId, { type: 'DeactivateMembership', data: { userId } });
    },
    update: async (userId, changes) => {
      await tell(userId, { type: 'UpdateFilters', data: { userId, changes } });
    },
    addSearch: async (userId, changes) => {
      const searchId = randomUUID();
      await tell(userId, { type: 'AddSearch', data: { userId, searchId, search: createSearch(changes), most: 10 } });
      return searchId;
    },
    changeSearch: async (userId, searchId, changes) => {
      await tell(userId, { type: 'ChangeSearch', data: { userId, searchId, changes } });
    },
    removeSearch: async (userId, searchId) => {
      await tell(userId, { type: 'RemoveSearch', data: { userId, searchId } });
    },
    restoreSearch: async (userId, searchId) => {
      await tell(userId, { type: 'RestoreSearch', data: { userId, searchId, most: 10 } });
    },
  };
}
