import { type Position, startPosition } from '#domain/shared/decider.ts';
import type { AnyProjection, Relation } from '#projections/projection.ts';
import type { Doc, ViewDeclaration, ViewStore } from '#projections/store/port.ts';
import { WorkRefused } from '#server/lib/errors.ts';
import type { StoredEvent } from '#server/platform/event-store/port.ts';

/** A projection being written: its generation and its progress. */
export type Target = {
  declaration: ViewDeclaration;
  generation: string;
  checkpoint: Position;
  handles: ReadonlySet<string>;
  isOfSingleEvents: boolean;
  readsDamagedEvents: boolean;
  idsOf: (event: StoredEvent) => string[];
  relatedTo: (event: StoredEvent) => Relation | null;
  evolve: (doc: Doc | null, event: StoredEvent, id: string) => Doc | null;
};

/** The name under which an event that a view cannot apply is set aside. */
export function toSubscriptionName(view: string): string {
  return `views/${view}`;
}

/** The generation that readers see, when the projection's present version built it from this log; else null. */
export async function findLiveTarget(
  views: ViewStore,
  projection: AnyProjection,
  head: Position,
): Promise<Target | null> {
  const live = await views.live(projection.view);
  if (live?.version !== projection.version) return null;
  const checkpoint = await views.prepare(projection, live.generation);
  return checkpoint > head ? null : createTarget(projection, live.generation, checkpoint);
}

/** `live` targets are what readers see; `fresh` ones are built beside it, each from its own checkpoint on. */
export type OpenedTarget = { target: Target; state: 'live' | 'fresh' };

/** What is done with a view that a newer version of this program has built. */
export type NewerViewPolicy = 'leave' | 'stand by' | 'replace';

/** A newer version of the program keeps a view: this one must not take its place. */
export class NewerViewError extends WorkRefused {
  constructor({ view, version }: AnyProjection, newer: number) {
    super(
      `The view ${view} is of version ${newer}, and this program builds version ${version}: it stands by. To go back to it, set VIEW_DOWNGRADE=on.`,
    );
    this.name = 'NewerViewError';
  }
}

/** The generation to write; null where the view is left to a newer version. Throws NewerViewError. */
export async function openTarget(
  views: ViewStore,
  projection: AnyProjection,
  { head, newerViews = 'leave' }: { head: Position; newerViews?: NewerViewPolicy | undefined },
): Promise<OpenedTarget | null> {
  const live = await views.live(projection.view);
  if (live !== null && isLeftToNewer(projection, live.version, newerViews)) return null;
  const isOfThisVersion = live?.version === projection.version;
  const generation = isOfThisVersion ? live.generation : getNextGeneration(live?.generation ?? '', projection.version);
  const checkpoint = await views.prepare(projection, generation);
  if (checkpoint > head) return { target: await createFreshTarget(views, projection), state: 'fresh' };
  return { target: createTarget(projection, generation, checkpoint), state: isOfThisVersion ? 'live' : 'fresh' };
}

/** Throws NewerViewError. */
function isLeftToNewer(projection: AnyProjection, liveVersion: number, policy: NewerViewPolicy): boolean {
  if (liveVersion <= projection.version || policy === 'replace') return false;
  if (policy === 'stand by') throw new NewerViewError(projection, liveVersion);
  return true;
}

/** A new, empty generation beside the one that readers see. */
export async function createFreshTarget(views: ViewStore, projection: AnyProjection): Promise<Target> {
  const live = await views.live(projection.view);
  const generation = getNextGeneration(live?.generation ?? '', projection.version);
  await views.discard(projection.view, generation);
  await views.prepare(projection, generation);
  return createTarget(projection, generation, startPosition);
}

/** `2#1` is the first one that version 2 built, `2#2` the next. */
function getNextGeneration(live: string, version: number): string {
  const [builtBy, count] = live.split('#');
  return `${version}#${builtBy === String(version) ? Number(count) + 1 : 1}`;
}

function createTarget(projection: AnyProjection, generation: string, checkpoint: Position): Target {
  const { handles, isOfSingleEvents = false, readsDamagedEvents = false } = projection;
  return {
    declaration: projection,
    generation,
    checkpoint,
    handles: new Set(handles),
    isOfSingleEvents,
    readsDamagedEvents,
    // A projection receives only events of the types that it handles, and only its own documents.
    idsOf: projection.idsOf as Target['idsOf'],
    relatedTo: (projection.relatedTo as Target['relatedTo'] | undefined) ?? (() => null),
    evolve: projection.evolve as Target['evolve'],
  };
}

/** The position from which the log must be read. */
export function findEarliestCheckpoint(targets: readonly Target[]): Position {
  return targets.reduce(
    (least, { checkpoint }) => (checkpoint < least ? checkpoint : least),
    targets[0]?.checkpoint ?? startPosition,
  );
}
