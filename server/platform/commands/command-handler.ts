import { parse as parseUuid, v5 as uuidV5 } from 'uuid';
import { type Decider, type Metadata, type Position, Rejected, type StreamName } from '#domain/shared/decider.ts';
import type { Clock } from '#server/lib/clock.ts';
import { createKeyedMutex } from '#server/lib/keyed-mutex.ts';
import { type EventStore, WrongExpectedRevision } from '#server/platform/event-store/port.ts';
import { createStreamLoader, emptyStream, type LoadedStream } from './stream-loader.ts';

/** The actor of a command and its id: the same `commandId` again is the same command. */
export type CommandMetadata = Pick<Metadata, 'actor' | 'commandId'> &
  Partial<Pick<Metadata, 'causationId' | 'correlationId' | 'requestId' | 'channel'>>;

/** `isNew`: the stream is probably empty, so that it need not be read first. */
export type CommandOptions = { isNew?: boolean | undefined };

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
const namespace = parseUuid('6f0d2c1e-8a44-5d0b-9b57-2f6a0c9e4d11');

/**
 * The only path by which events are written: load, fold, decide, append at the exact revision; on a conflict load and
 * decide again. A stream that this process wrote, or that is probably empty, is not read before a decision to write, because the
 * revision proves that nothing came after; before a rejection, or a decision to write nothing, it is. Commands of this
 * process to the same stream are serialized. A command whose events exist already writes nothing. `onDurable` is called with the
 * position that a reader must have read to see the effect of a command. Throws Rejected, ConcurrencyError,
 * StoreUnavailable.
 */
export function createCommandHandler(
  store: EventStore,
  clock: Clock,
  onDurable: (position: Position) => void = () => undefined,
) {
  const streams = createStreamLoader(store);
  const reportResult = (position: Position, eventCount: number): CommandResult => {
    onDurable(position);
    return { position, eventCount };
  };
  const streamMutex = createKeyedMutex({ maxWaitMs });

  async function execute<C, E extends { type: string; data: unknown }, S>(
    decider: Decider<C, E, S>,
    stream: StreamName<E>,
    command: C,
    { isNew, ...sender }: CommandMetadata & CommandOptions,
  ): Promise<CommandResult> {
    const metadata = { correlationId: sender.commandId, ...sender, at: clock().toISOString() };
    const eventId = (index: number) => createEventId(sender.commandId, stream, index);
    const firstId = eventId(0);
    const decide = ({ ids, state }: LoadedStream<S>) => (ids.has(firstId) ? [] : decider.decide(command, state));
    let loadedStream = streams.findKnown<S>(stream) ?? (isNew ? emptyStream(decider) : undefined);
    let facts = loadedStream ? decideUnlessRejected(decide, loadedStream) : [];
    for (let left = maxAttempts; left > 0; left -= 1) {
      if (!loadedStream || facts.length === 0) {
        loadedStream = await streams.load(decider, stream);
        facts = decide(loadedStream);
      }
      if (facts.length === 0) return reportResult(loadedStream.position, 0);
      const events = facts.map((fact, index) => ({ ...fact, id: index === 0 ? firstId : eventId(index) }));
      try {
        const appended = await store.append(stream, events, loadedStream.revision, metadata);
        streams.extend(decider.evolve, stream, loadedStream, { ...appended, events });
        return reportResult(appended.position, events.length);
      } catch (error) {
        if (!(error instanceof WrongExpectedRevision)) throw error;
        loadedStream = undefined;
      }
    }
    throw new ConcurrencyError(stream);
  }

  return function handle<C, E extends { type: string; data: unknown }, S>(
    decider: Decider<C, E, S>,
    stream: StreamName<E>,
    command: C,
    sender: CommandMetadata & CommandOptions,
  ): Promise<CommandResult> {
    return streamMutex(stream, () => execute(decider, stream, command, sender));
  };
}
export type CommandHandler = ReturnType<typeof createCommandHandler>;

/** What a route or worker needs that sends a command and then reads what it changed. */
export type CommandDeps = {
  handle: CommandHandler;
  /** Resolves once the views have applied `position`, or after 2 s. */
  waitForProjections: (position: Position) => Promise<unknown>;
};

/** Returns nothing for a rejection, which what others wrote since may lift. */
function decideUnlessRejected<S, E>(decide: (stream: S) => E[], knownStream: S): E[] {
  try {
    return decide(knownStream);
  } catch (error) {
    if (error instanceof Rejected) return [];
    throw error;
  }
}

/** Deterministic, so that a retried command carries the ids of its first try. */
function createEventId(commandId: string, stream: string, index: number): string {
  // From bytes: from a text it takes twice the time.
  return uuidV5(Buffer.from(`${commandId}/${stream}/${index}`), namespace);
}
