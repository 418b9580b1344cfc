import type { Logger } from 'pino';
import type { Position } from '#domain/shared/decider.ts';
import type { ViewStore } from '#projections/store/port.ts';
import { createKeyedMutex } from '#server/lib/keyed-mutex.ts';
import type { StoredEvent } from '#server/platform/event-store/port.ts';
import { createWorkingDocs, foldEvents, listChanges, type PoisonEvent } from './fold-events.ts';
import type { Target } from './target.ts';

/** A batch that is durable in the views: its events, and the ids of the documents that it changed, by view. */
export type AppliedBatch = { events: StoredEvent[]; changed: Map<string, Set<string>>; position: Position };

type ViewGroupDeps = {
  views: ViewStore;
  log: Pick<Logger, 'error'>;
  /** Records an event that a view cannot apply, durably. */
  onPoison: (poison: PoisonEvent) => Promise<void>;
  onDurable: (position: Position) => void;
  /** Called once for each batch; what it throws is logged. */
  onApplied: (batch: AppliedBatch) => void | Promise<void>;
};

/** The views that readers see, written together: one transaction a batch, with all their checkpoints. */
export function createViewGroup({ views, log, onPoison, onDurable, onApplied }: ViewGroupDeps) {
  const targets: Target[] = [];
  const runExclusive = createKeyedMutex();

  const applyBatch = async (events: StoredEvent[], position: Position): Promise<AppliedBatch['changed']> => {
    const works = targets.map((target) => ({ target, docs: createWorkingDocs(target) }));
    const poison = await Promise.all(works.map(({ target, docs }) => foldEvents(views, target, events, docs)));
    for (const one of poison.flat()) await onPoison(one);
    const batch = works.map(({ target: { declaration, generation }, docs }) => ({
      view: declaration.view,
      generation,
      changes: listChanges(docs),
      checkpoint: position,
    }));
    await views.apply(batch);
    // One that has just joined may be ahead.
    for (const target of targets) if (target.checkpoint < position) target.checkpoint = position;
    onDurable(position);
    const changed = batch.filter(({ changes }) => changes.length > 0);
    return new Map(changed.map(({ view, changes }) => [view, new Set(changes.map(({ id }) => id))]));
  };

  return {
    targets: (): readonly Target[] => targets,
    handle: (events: StoredEvent[]): Promise<void> =>
      runExclusive('views', async () => {
        const position = events.at(-1)?.position;
        if (position === undefined) return;
        const changed = await applyBatch(events, position);
        try {
          await onApplied({ events, position, changed });
        } catch (error) {
          // The batch is durable: it must not be applied again.
          log.error({ err: error }, 'Projector listener failed');
        }
      }),
    /** Adds targets once `catchUp` has brought them to where the group is, which waits meanwhile. */
    join: (added: Target[], catchUp: () => Promise<unknown>): Promise<void> =>
      runExclusive('views', async () => {
        await catchUp();
        targets.push(...added);
      }),
  };
}
