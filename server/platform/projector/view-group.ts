import type { Logger } from 'pino';
import type { Position } from '#domain/shared/decider.ts';
import { StoreUnavailable, type ViewBatch, type ViewStore } from '#projections/store/port.ts';
import { createKeyedMutex } from '#server/lib/keyed-mutex.ts';
import { yieldToEventLoop } from '#server/lib/delay.ts';
import type { EventStore, StoredEvent } from '#server/platform/event-store/port.ts';
import type { Replay } from '#server/platform/subscriptions/subscriber.ts';
import { createWorkingDocs, foldEvents, listChanges, type PoisonEvent } from './fold-events.ts';
import { createRefold, findTouchedIds } from './refold-documents.ts';
import { type BatchPart, splitByDocuments } from './split-by-documents.ts';
import { type Target, toSubscriptionName } from './target.ts';

/** A batch that is durable in the views: its events, and the ids of the documents that it changed, by view. */
export type AppliedBatch = BatchPart & { changed: Map<string, Set<string>> };

type ViewGroupDeps = {
  views: ViewStore;
  readAll: EventStore['readAll'];
  log: Pick<Logger, 'error'>;
  /** Records an event that a view cannot apply, durably. */
  onPoison: (poison: PoisonEvent) => Promise<void>;
  onDurable: (position: Position) => void;
  /** Called when documents were replaced that a former event had left incomplete. */
  onRepaired: () => void;
  /** Called once for each batch; what it throws is logged. */
  onApplied: (batch: AppliedBatch) => void | Promise<void>;
};

/**
 * The views that readers see, written together: one transaction a batch, or a part of one that changes many documents,
 * with all their checkpoints.
 */
export function createViewGroup(deps: ViewGroupDeps) {
  const { views, readAll, onPoison, onDurable, onRepaired } = deps;
  const targets: Target[] = [];
  const viewMutex = createKeyedMutex();

  const applyBatch = async ({ events, position }: BatchPart): Promise<AppliedBatch['changed']> => {
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
    advanceTargets(targets, position);
    onDurable(position);
    return listChangedIds(batch);
  };

  return {
    targets: (): readonly Target[] => targets,
    saveCheckpoint: (position: Position): Promise<void> =>
      viewMutex('views', () => saveCheckpoint(views, targets, position)),
    handle: (events: StoredEvent[]): Promise<void> =>
      viewMutex('views', async () => {
        for (const [index, part] of splitByDocuments(targets, events).entries()) {
          if (index > 0) await yieldToEventLoop();
          await notify(deps, { ...part, changed: await applyBatch(part) });
        }
      }),
    /** Folds the documents of one view again that an event touches. Throws where it still fails, StoreUnavailable. */
    replay: async (event: StoredEvent, { subscription, stopped }: Replay): Promise<void> => {
      const target = targets.find(({ declaration: { view } }) => toSubscriptionName(view) === subscription);
      if (target === undefined)
        throw new StoreUnavailable(`There is no view ${subscription} at the end of the log yet`);
      const ids = await findTouchedIds(views, target, event);
      const refold = createRefold({ views, readAll, target, event, ids, stopped });
      await refold.readUntil(target.checkpoint);
      await viewMutex('views', async () => {
        const position = target.checkpoint;
        await refold.readUntil(position);
        const { view } = target.declaration;
        const changes = refold.changes(position);
        await views.apply([{ view, generation: target.generation, changes, checkpoint: null, isRepair: true }]);
        onRepaired();
        await notify(deps, { events: [], position, changed: new Map([[view, new Set(changes.map(({ id }) => id))]]) });
      });
    },
    /** Adds targets once `catchUp` has brought them to where the group is; the group waits. */
    join: (added: Target[], catchUp: () => Promise<unknown>): Promise<void> =>
      viewMutex('views', async () => {
        await catchUp();
        targets.push(...added);
      }),
  };
}

async function notify({ log, onApplied }: ViewGroupDeps, batch: AppliedBatch) {
  try {
    await onApplied(batch);
  } catch (error) {
    // The batch is durable: it must not be applied again.
    log.error({ err: error }, 'Projector listener failed');
  }
}

function listChangedIds(batch: ViewBatch): AppliedBatch['changed'] {
  const changed = batch.filter(({ changes }) => changes.length > 0);
  return new Map(changed.map(({ view, changes }) => [view, new Set(changes.map(({ id }) => id))]));
}

/** Nothing up to the checkpoint has changed the views since theirs. */
async function saveCheckpoint(views: ViewStore, targets: readonly Target[], checkpoint: Position): Promise<void> {
  const behind = targets.filter((target) => target.checkpoint < checkpoint);
  if (behind.length === 0) return;
  await views.apply(
    behind.map(({ declaration: { view }, generation }) => ({ view, generation, changes: [], checkpoint })),
  );
  advanceTargets(behind, checkpoint);
}

/** One that has just joined may be ahead. */
function advanceTargets(targets: readonly Target[], position: Position) {
  for (const target of targets) if (target.checkpoint < position) target.checkpoint = position;
}
