import { type Position, start } from '#domain/shared/decider.ts';
import type { Doc } from '#projections/store/port.ts';

export type Positions = {
  /** Told of every event in the order of the log: where it stands in the one store and in the other. */
  see: (source: Position, target: Position) => void;
  /** The same document for the other store; to be asked when all events have been seen. */
  translated: (doc: Doc) => Doc;
};

type Placed = Doc & { position: Position };

/**
 * Documents name places in the log by the positions of their store: a scout that went on from the wrong one would lose
 * alerts. The place after an event is the place after the same event in the other store.
 */
export function positionsOf(wanted: readonly Position[]): Positions {
  const sorted = [...new Set(wanted)].toSorted((a, b) => a - b);
  const found = new Map<Position, Position>();
  let next = 0;
  let last = start;

  return {
    see: (source, target) => {
      for (let asked = sorted[next]; asked !== undefined && asked < source; asked = sorted[next]) {
        found.set(asked, last);
        next += 1;
      }
      last = target;
    },
    // What is not found lies at the end, or past it.
    translated: (doc) => (isPlaced(doc) ? { ...doc, position: found.get(doc.position) ?? last } : doc),
  };
}

/** The Documents port says so: a field `position` is a place in the log. */
export function isPlaced(doc: Doc): doc is Placed {
  return 'position' in doc && typeof doc.position === 'number';
}
