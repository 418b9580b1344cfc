import { type Position, startPosition } from '#domain/shared/decider.ts';
import type { Doc } from '#projections/store/port.ts';

export type PositionMap = {
  /** Receives every event in the order of the log: its positions in both stores. */
  addPair: (source: Position, target: Position) => void;
  /** The same document for the other store; to be called when all events have been seen. */
  translate: (doc: Doc) => Doc;
};

type PositionedDoc = Doc & { position: Position };

/**
 * Documents contain positions of their store's log: a scout that continued from a wrong one would lose alerts. The
 * position after an event maps to the position after the same event in the other store.
 */
export function createPositionMap(positions: readonly Position[]): PositionMap {
  const sorted = [...new Set(positions)].toSorted((a, b) => a - b);
  const targetBySource = new Map<Position, Position>();
  let next = 0;
  let last = startPosition;

  return {
    addPair: (source, target) => {
      for (let pending = sorted[next]; pending !== undefined && pending < source; pending = sorted[next]) {
        targetBySource.set(pending, last);
        next += 1;
      }
      last = target;
    },
    // A position that is not found is at the end, or past it.
    translate: (doc) => (hasPosition(doc) ? { ...doc, position: targetBySource.get(doc.position) ?? last } : doc),
  };
}

/** By the contract of the Documents port, a field `position` is a position in the log. */
export function hasPosition(doc: Doc): doc is PositionedDoc {
  return 'position' in doc && typeof doc.position === 'number';
}
