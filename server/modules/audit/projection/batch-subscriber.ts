import type { Position } from '#domain/shared/decider.ts';
import type { DocChange, ViewDeclaration, ViewStore } from '#projections/store/port.ts';
import type { EventStore, StoredEvent } from '#server/platform/event-store/port.ts';
import { assertPositionExists } from '#server/platform/storage/log-identity.ts';
import type { Subscriber } from '#server/platform/subscriptions/subscriber.ts';
import { withBacklogPauses } from './backlog-pauses.ts';

/** Gathers events into documents: `add` takes each once and in order, `changes` returns the changes not yet written. */
export type BatchProjection = {
  /** Resumes after the position `after`: content of its documents from later events is to be discarded. */
  begin: (after: Position) => Promise<void>;
  /** Changes nothing where it throws, or takes no event twice. */
  add: (events: StoredEvent[]) => void | Promise<void>;
  changes: () => DocChange[];
};

export type BatchSubscriberOptions = Pick<Subscriber, 'name' | 'onFailedEvent' | 'onFenced'> & {
  declaration: ViewDeclaration;
  projection: BatchProjection;
  events: Pick<EventStore, 'head' | 'readAll'>;
  views: Pick<ViewStore, 'prepare' | 'live' | 'promote' | 'apply'>;
};

const saveIntervalMs = 400;

/** Creates the view where it is missing, and returns its position in the log. */
export async function ensureView(
  views: BatchSubscriberOptions['views'],
  declaration: ViewDeclaration,
): Promise<Position> {
  const named = toViewGeneration(declaration);
  const after = await views.prepare(declaration, named);
  if ((await views.live(declaration.view))?.generation !== named) await views.promote(declaration, named);
  return after;
}

export function toViewGeneration({ version }: ViewDeclaration): string {
  return `kept-${version}`;
}

/** The last change of each document. */
function keepNewest(changes: DocChange[]): DocChange[] {
  return [...new Map(changes.map((change) => [change.id, change])).values()];
}

/** Gathers the stored events of the log in memory, and writes them into one view together with its checkpoint. */
export function createBatchSubscriber(options: BatchSubscriberOptions): Subscriber {
  const { declaration, projection, events, views, ...subscriber } = options;
  let lastPosition: Position;
  let unwritten: DocChange[] = [];

  return {
    ...subscriber,
    reads: 'encrypted',
    handle: withBacklogPauses(async (batch) => {
      const fresh = batch.filter(({ position }) => position > lastPosition);
      await projection.add(fresh);
      lastPosition = fresh.at(-1)?.position ?? lastPosition;
    }),
    checkpoint: {
      /** Throws PositionNotInLog, StoreUnavailable. */
      load: async () => {
        const saved = await ensureView(views, declaration);
        await assertPositionExists(events, saved);
        await projection.begin(saved);
        lastPosition = saved;
        unwritten = [];
        return saved;
      },
      save: async (checkpoint) => {
        unwritten = keepNewest([...unwritten, ...projection.changes()]);
        const { view } = declaration;
        await views.apply([{ view, generation: toViewGeneration(declaration), changes: unwritten, checkpoint }]);
        unwritten = [];
      },
      intervalMs: saveIntervalMs,
    },
  };
}
