import type { Recorded } from '#domain/shared/decider.ts';
import type { DomainEvent } from '#domain/event-catalog/events.ts';
import { getPartName } from './store/part-name.ts';
import type { Doc, ViewDeclaration } from './store/port.ts';

/** The event types that one projection handles. */
export type EventOf<Type extends DomainEvent['type']> = Extract<DomainEvent, { type: Type }>;

/**
 * A view as a pure function of the log. `idsOf` returns the documents that an event changes; `evolve` returns each
 * one's next state (null: no document, or no longer). Any change of either, or of the document's shape, raises
 * `version`.
 */
export type Projection<Type extends DomainEvent['type'], D extends Doc> = ViewDeclaration & {
  handles: readonly Type[];
  idsOf: (event: Recorded<EventOf<Type>>) => string[];
  evolve: (doc: D | null, event: Recorded<EventOf<Type>>, id: string) => D | null;
  /** The documents that an event changes beside those of `idsOf`; the field is one of `relations`. */
  relatedTo?: (event: Recorded<EventOf<Type>>) => Relation | null;
  /** Each document is created by one event and never changed, so that it need not be loaded first. */
  isOfSingleEvents?: true;
  /** It shows that there is an event, also where the data cannot be read: they are empty then. */
  readsDamagedEvents?: true;
};

/** All documents whose field has this value. */
export type Relation = { field: string; value: string };

/** A projection whose document type is irrelevant to the caller. */
export type AnyProjection = ViewDeclaration & {
  handles: readonly string[];
  idsOf: (event: never) => string[];
  evolve: (doc: never, event: never, id: string) => Doc | null;
  relatedTo?: (event: never) => Relation | null;
  isOfSingleEvents?: true;
  readsDamagedEvents?: true;
};

/**
 * A view as several, each of which has the documents of its own subjects: they can be kept by different processes. Part
 * `n` of `member-listings` is the view `member-listings#n`. `partOf` is the part of a document.
 */
export function partitionProjection(
  projection: AnyProjection,
  { count, partOf }: { count: number; partOf: (id: string) => number },
): AnyProjection[] {
  const idsOf = projection.idsOf as (event: object) => string[]; // it is given what it handles
  const split = new WeakMap<object, Map<number, string[]>>();
  /** All parts are given the same events, so that one split does for all. */
  const splitIds = (event: object): Map<number, string[]> => {
    const known = split.get(event) ?? Map.groupBy(idsOf(event), partOf);
    split.set(event, known);
    return known;
  };
  return Array.from({ length: count }, (_, part) => ({
    ...projection,
    view: getPartName(projection.view, part),
    idsOf: (event: never) => splitIds(event).get(part) ?? [],
  }));
}
