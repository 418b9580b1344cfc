/** The rules of one kind of stream: which events a command leads to, and what state events add up to. */
export type Decider<Command, Event, State> = {
  decide: (command: Command, state: State) => Event[];
  evolve: (state: State, event: Event) => State;
  initialState: State;
};

/** A place in the whole log; rises with every event, opaque otherwise. `start` is before the first event. */
export type Position = number & { readonly __brand: 'Position' };
export const startPosition = 0 as Position;

/** Who caused an event, and through what. `actor` is a user's id, or `system`, `scout`, `payments`, `intake:<source>`. */
export type Metadata = {
  actor: string;
  /** The command that this event was decided by. */
  commandId: string;
  /** Id of the event that led to the command, where one did. */
  causationId?: string;
  /** Shared by all that one outside request or item led to. */
  correlationId: string;
  requestId?: string;
  /** ISO 8601, UTC, milliseconds. */
  at: string;
  /** The versions of the events appended together, by type, of those that are past their first: see upcasters.ts. */
  versions?: Record<string, number>;
};

/** An event as stored: the fact, plus who caused it, and where it sits. Revisions of a stream count from 0. */
export type Recorded<Event> = Event & {
  id: string;
  stream: string;
  revision: number;
  position: Position;
  metadata: Metadata;
};

/** A command that the rules refuse. The shell turns `code` into a status and a sentence, in one place. */
export class Rejected<Code extends string = string> extends Error {
  readonly code: Code;

  constructor(code: Code) {
    super(code);
    this.name = 'Rejected';
    this.code = code;
  }
}
