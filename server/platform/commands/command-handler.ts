import { v5 as uuidV5 } from 'uuid';
import type { Decider, Metadata, Position, StreamName } from '#domain/shared/decider.ts';
import type { Clock } from '#server/lib/clock.ts';
import { createKeyedMutex } from '#server/lib/keyed-mutex.ts';
import { type EventStore, WrongExpectedRevision } from '#server/platform/event-store/port.ts';
import { createStreamLoader } from './stream-loader.ts';

/** The actor of a command and its id: the same `commandId` again is the same command. */
export type CommandMetadata = Pick<Metadata, 'actor' | 'commandId'> &
  Partial<Pick<Metadata, 'causationId' | 'correlationId' | 'requestId' | 'channel'>>;

/** The stream's last position after the command (`start` for an empty stream), and the events that it wrote. */
export type CommandResult = { position: Position; eventCount: number };

/** Another process wrote the same stream at every try. */
export class ConcurrencyError extends Error {
  constructor(stream: string) {
    super(`Others kept writing ${stream}`);
    this.name = 'ConcurrencyError';
  }
}

const maxAttempts = 5;
/**
 * In ms: far longer than a command takes, and short enough to notify the caller soon that the store does not answer.
 */
const maxWaitMs = 1_000;
const namespace = '6f0d2c1e-8a44-5d0b-9b57-2f6a0c9e4d11';

/**
 * The only path by which events are written: load, fold, decide, append at the exact revision; on a conflict load and
 * decide again. Commands of this process to the same stream are serialized. A command whose events exist already writes
 * nothing. `onDurable` is called with the position that a reader must have read to see the effect of a command. Throws
 * Rejected, ConcurrencyError, StoreUnavailable.
 */
export function createCommandHandler(
  store: EventStore,
  clock: Clock,
  onDurable: (position: Position) => void = () => undefined,
) {
  const loadStream = createStreamLoader(store);
  const reportResult = (position: Position, eventCount: number): CommandResult => {
    onDurable(position);
    return { position, eventCount };
  };
  const runExclusive = createKeyedMutex({ maxWaitMs });

  async function execute<C, E extends { type: string; data: unknown }, S>(
    decider: Decider<C, E, S>,
    stream: StreamName<E>,
    command: C,
    sender: CommandMetadata,
  ): Promise<CommandResult> {
    const metadata = { correlationId: sender.commandId, ...sender, at: clock().toISOString() };
    let loaded = await loadStream(decider, stream);
    for (let left = maxAttempts; left > 0; left -= 1) {
      if (loaded.ids.has(createEventId(sender.commandId, stream, 0))) return reportResult(loaded.position, 0);
      const facts = decider.decide(command, loaded.state);
      if (facts.length === 0) return reportResult(loaded.position, 0);
      const events = facts.map(({ type, data }, index) => ({
        id: createEventId(sender.commandId, stream, index),
        type,
        data,
      }));
      try {
        const { position } = await store.append(stream, events, loaded.revision, metadata);
        return reportResult(position, events.length);
      } catch (error) {
        if (!(error instanceof WrongExpectedRevision)) throw error;
        loaded = await loadStream(decider, stream);
      }
    }
    throw new ConcurrencyError(stream);
  }

  return function handle<C, E extends { type: string; data: unknown }, S>(
    decider: Decider<C, E, S>,
    stream: StreamName<E>,
    command: C,
    sender: CommandMetadata,
  ): Promise<CommandResult> {
    return runExclusive(stream, () => execute(decider, stream, command, sender));
  };
}
export type CommandHandler = ReturnType<typeof createCommandHandler>;

/** What a route or worker needs that sends a command and then reads what it changed. */
export type CommandDeps = {
  handle: CommandHandler;
  /** Resolves once the views have applied `position`, or after 2 s. */
  waitForProjections: (position: Position) => Promise<void>;
};

/** Deterministic, so that a retried command carries the ids of its first try. */
function createEventId(commandId: string, stream: string, index: number): string {
  return uuidV5(`${commandId}/${stream}/${index}`, namespace);
}
