import { type Position, startPosition } from '#domain/shared/decider.ts';
import type { DocChange, ViewStore } from '#projections/store/port.ts';
import { yieldToEventLoop } from '#server/lib/delay.ts';
import type { EventStore, StoredEvent } from '#server/platform/event-store/port.ts';
import { createWorkingDocs, foldEvents } from './fold-events.ts';
import type { Target } from './target.ts';

const pageSize = 500;

type RefoldDeps = {
  views: ViewStore;
  readAll: EventStore['readAll'];
  target: Target;
  /** The event that the documents lack. */
  event: StoredEvent;
  ids: ReadonlySet<string>;
  stopped: AbortSignal;
};

/** The ids of the documents that an event touches. */
export async function findTouchedIds(views: ViewStore, target: Target, event: StoredEvent): Promise<Set<string>> {
  const { declaration, generation, idsOf, relatedTo } = target;
  const relation = relatedTo(event);
  const related = relation ? await views.findIds(declaration.view, generation, relation.field, relation.value) : [];
  return new Set([...idsOf(event), ...related]);
}

/**
 * Folds the documents with these ids, which an event touches, from the whole log, as a document may be made of many
 * streams. A document that lacks another event as well stays marked as incomplete. Throws what the projection throws.
 */
export function createRefold({ views, readAll, target, event, ids, stopped }: RefoldDeps) {
  const fresh: Target = {
    ...target,
    checkpoint: startPosition,
    idsOf: (one) => target.idsOf(one).filter((id) => ids.has(id)),
  };
  const docs = createWorkingDocs(fresh);
  let position = startPosition;

  return {
    readUntil: async (end: Position): Promise<void> => {
      while (position < end) {
        stopped.throwIfAborted();
        const page = (await readAll(position, pageSize)).filter((one) => one.position <= end);
        const poison = await foldEvents(views, fresh, page, docs);
        const own = poison.find((one) => one.event.id === event.id);
        if (own !== undefined) throw new Error(own.error);
        position = page.at(-1)?.position ?? end;
        // Other work of the process comes in between.
        await yieldToEventLoop();
      }
    },
    /** The documents as of `end`. */
    changes: (end: Position): DocChange[] =>
      Array.from(ids, (id) => ({ id, doc: docs.changed.get(id)?.doc ?? null, position: end })),
  };
}
