import type { RejectionCode } from './rejection-code.ts';

/** The rules of one stream type: the events that a command produces, and the state that events produce. */
export type Decider<Command, Event, State> = {
  decide: (command: Command, state: State) => Event[];
  evolve: (state: State, event: Event) => State;
  initialState: State;
};

/** A position in the whole log; grows with every event, otherwise opaque. `start` is before the first event. */
export type Position = number & { readonly __brand: 'Position' };
export const startPosition = toPosition(0);

/** For a number that a store has recorded as a position. */
export function toPosition(recorded: number): Position {
  return recorded as Position;
}

/** The way by which an item came in, or by which an admin decided on it. */
export type IntakeChannel = 'webhook' | 'feed' | 'email' | 'manual' | 'offer' | 'review' | 'simulator';

/**
 * Who caused an event, and through what. `actor` is a user's id, or `system`, `scout`, `payments`, `intake:<source>`.
 */
export type Metadata = {
  actor: string;
  /** The command that produced this event. */
  commandId: string;
  /** Id of the event that caused the command, if any. */
  causationId?: string;
  /** Shared by everything that one external request or item caused. */
  correlationId: string;
  requestId?: string;
  channel?: IntakeChannel;
  /** ISO 8601, UTC, milliseconds. */
  at: string;
  /** The versions of the events appended together, by type, except those at version 1: see upcasters.ts. */
  versions?: Record<string, number>;
};

/**
 * What of an event cannot be read: its data or metadata; its personal texts, which read '[unreadable]'; or some of its
 * members, which read as erased.
 */
export type EventDamage = {
  part: 'data' | 'texts' | 'members';
  /** A sentence without personal data, for operators. */
  problem: string;
  /** The same for all events with one cause, such as a lost key. */
  cause: string;
  /** What is stored in place of the metadata, where that cannot be read. */
  metadata?: unknown;
};

/** An event as stored: data, metadata, and its place. Revisions of a stream count from 0. */
export type Recorded<Event> = Event & {
  id: string;
  stream: string;
  revision: number;
  position: Position;
  metadata: Metadata;
  /** Absent where all of it can be read. Where its data cannot, they may be anything. */
  damage?: EventDamage;
};

/** Any event of the log. */
export type AnyEvent = Recorded<{ type: string; data: unknown }>;

/** The name of a stream that contains only these events. */
export type StreamName<Event> = string & { readonly __events: Event };

/** A command that the rules refuse. The server maps `code` to a status and a message, in one place. */
export class Rejected extends Error {
  readonly code: RejectionCode;

  constructor(code: RejectionCode) {
    super(code);
    this.name = 'Rejected';
    this.code = code;
  }
}
