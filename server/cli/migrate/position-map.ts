import { type Position, startPosition } from '#domain/shared/decider.ts';
import type { Doc } from '#projections/store/port.ts';

export type PositionMap = {
  /** Told of every event in the order of the log: where it stands in the one store and in the other. */
  addPair: (source: Position, target: Position) => void;
  /** The same document for the other store; to be asked when all events have been seen. */
  translate: (doc: Doc) => Doc;
};

type PositionedDoc = Doc & { position: Position };

/**
 * Documents name places in the log by the positions of their store: a scout that went on from the wrong one would lose
 * alerts. The place after an event is the place after the same event in the other store.
 */
export function createPositionMap(positions: readonly Position[]): PositionMap {
  const sorted = [...new Set(positions)].toSorted((a, b) => a - b);
  const found = new Map<Position, Position>();
  let next = 0;
  let last = startPosition;

  return {
    addPair: (source, target) => {
      for (let pending = sorted[next]; pending !== undefined && pending < source; pending = sorted[next]) {
        found.set(pending, last);
        next += 1;
      }
      last = target;
    },
    // What is not found lies at the end, or past it.
    translate: (doc) => (hasPosition(doc) ? { ...doc, position: found.get(doc.position) ?? last } : doc),
  };
}

/** The Documents port says so: a field `position` is a place in the log. */
export function hasPosition(doc: Doc): doc is PositionedDoc {
  return 'position' in doc && typeof doc.position === 'number';
}
