import { v5 as uuidV5 } from 'uuid';
import { type Decider, type Metadata, type Position, start } from '#domain/shared/decider.ts';
import type { Clock } from '#server/lib/clock.ts';
import { inTurn } from '#server/lib/in-turn.ts';
import {
  type EventStore,
  noStream,
  type StoredEvent,
  WrongExpectedRevision,
} from '#server/platform/event-store/port.ts';

/** Who sends a command, and as what: the same `commandId` again is the same command. */
export type Sender = Pick<Metadata, 'actor' | 'commandId'> &
  Partial<Pick<Metadata, 'causationId' | 'correlationId' | 'requestId'>>;

/** The stream's last position after the command (`start` for one that is still empty), and what it wrote. */
export type Handled = { position: Position; written: number };

/** Somebody else wrote the same stream at every try. */
export class LostRace extends Error {
  constructor(stream: string) {
    super(`Others kept writing ${stream}`);
    this.name = 'LostRace';
  }
}

const tries = 5;
/** In ms: far longer than a command takes, and short enough to be told soon of a store that does not answer. */
const patience = 1_000;
const namespace = '6f0d2c1e-8a44-5d0b-9b57-2f6a0c9e4d11';

/** A stream as far as it was read: `ids` are those of its events. */
type Folded<S> = { state: S; revision: number; position: Position; ids: Set<string> };

/**
 * The one path by which anything is written: load, fold, decide, append at the exact revision; on a conflict load and
 * decide again. This process's own commands to a stream wait for each other. A command whose events are already there
 * writes nothing. `onDurable` is told up to where a reader must have read to see what a command led to. Throws
 * Rejected, LostRace, StoreUnavailable.
 */
export function commandHandler(
  store: EventStore,
  clock: Clock,
  onDurable: (position: Position) => void = () => undefined,
) {
  const fold = folder(store);
  const durable = (position: Position, written: number): Handled => {
    onDurable(position);
    return { position, written };
  };
  const byStream = inTurn({ patience });

  async function decided<C, E extends { type: string; data: unknown }, S>(
    decider: Decider<C, E, S>,
    stream: string,
    command: C,
    sender: Sender,
  ): Promise<Handled> {
    const metadata = { correlationId: sender.commandId, ...sender, at: clock().toISOString() };
    let folded = await fold(decider, stream);
    for (let left = tries; left > 0; left -= 1) {
      if (folded.ids.has(eventId(sender.commandId, stream, 0))) return durable(folded.position, 0);
      const facts = decider.decide(command, folded.state);
      if (facts.length === 0) return durable(folded.position, 0);
      const events = facts.map(({ type, data }, index) => ({
        id: eventId(sender.commandId, stream, index),
        type,
        data,
      }));
      try {
        const { position } = await store.append(stream, events, folded.revision, metadata);
        return durable(position, events.length);
      } catch (error) {
        if (!(error instanceof WrongExpectedRevision)) throw error;
        folded = await fold(decider, stream);
      }
    }
    throw new LostRace(stream);
  }

  return function handle<C, E extends { type: string; data: unknown }, S>(
    decider: Decider<C, E, S>,
    stream: string,
    command: C,
    sender: Sender,
  ): Promise<Handled> {
    return byStream(stream, () => decided(decider, stream, command, sender));
  };
}
export type Handle = ReturnType<typeof commandHandler>;

/** Deterministic, so that a retried command carries the ids of its first try. */
function eventId(commandId: string, stream: string, index: number): string {
  return uuidV5(`${commandId}/${stream}/${index}`, namespace);
}

/** Streams shorter than this are read anew each time: that costs less than keeping them. */
const worthKeeping = 16;
const keptStreams = 2000;

/** Folds streams, and keeps the long ones folded: of these only what is new is read. */
function folder(store: EventStore) {
  const kept = new Map<string, Folded<unknown>>();

  return async function fold<C, E extends { type: string; data: unknown }, S>(
    { evolve, initialState }: Decider<C, E, S>,
    stream: string,
  ): Promise<Folded<S>> {
    // A stream belongs to one decider, so what is kept under its name is of that decider's state.
    const before = (kept.get(stream) as Folded<S> | undefined) ?? {
      state: initialState,
      revision: noStream,
      position: start,
      ids: new Set<string>(),
    };
    const { events, revision } = await store.read(stream, before.revision + 1);
    const folded = {
      state: (events as (StoredEvent & E)[]).reduce<S>(evolve, before.state),
      revision,
      position: events.at(-1)?.position ?? before.position,
      ids: events.reduce((ids, { id }) => ids.add(id), before.ids),
    };
    kept.delete(stream);
    if (folded.ids.size >= worthKeeping) kept.set(stream, folded);
    if (kept.size > keptStreams) kept.delete(kept.keys().next().value ?? '');
    return folded;
  };
}
