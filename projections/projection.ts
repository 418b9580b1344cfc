import type { Recorded } from '#domain/shared/decider.ts';
import type { DomainEvent } from '#domain/event-catalog/events.ts';
import type { Doc, ViewDeclaration } from './store/port.ts';

/** The event types of one projection, out of all. */
export type EventOf<Type extends DomainEvent['type']> = Extract<DomainEvent, { type: Type }>;

/**
 * A view as a pure function of the log. `idsOf` names the documents that an event touches; `evolve` gives each one's
 * next state (null: there is none, or no more). A change of either, or of the document's shape, raises `version`.
 */
export type Projection<Type extends DomainEvent['type'], D extends Doc> = ViewDeclaration & {
  handles: readonly Type[];
  idsOf: (event: Recorded<EventOf<Type>>) => string[];
  evolve: (doc: D | null, event: Recorded<EventOf<Type>>, id: string) => D | null;
  /** Each document is made by one event and never touched again, so that nobody looks for it before. */
  isOfSingleEvents?: true;
};

/** A projection whose document type does not matter to the one who runs it. */
export type AnyProjection = ViewDeclaration & {
  handles: readonly string[];
  idsOf: (event: never) => string[];
  evolve: (doc: never, event: never, id: string) => Doc | null;
  isOfSingleEvents?: true;
};
