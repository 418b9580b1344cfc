import type { AllStreamResolvedEvent, Position as LogPosition, RecordedEvent } from '@eventstore/db-client';
import { type Metadata, type Position, startPosition, toPosition } from '#domain/shared/decider.ts';
import type { StoredEvent } from '../port.ts';

/** A system event of the server has a type, or is in a stream, with a name like this. */
export const isReserved = (name: string) => name.startsWith('$');

/** Null for a system event of the server. */
export function toOwnEvent({ event }: AllStreamResolvedEvent): StoredEvent | null {
  return event && !isReserved(event.type) && !isReserved(event.streamId) ? toStoredEvent(event) : null;
}

export function toStoredEvent({ type, data, id, streamId, revision, position, metadata }: RecordedEvent): StoredEvent {
  return {
    type,
    data,
    id,
    stream: streamId,
    revision: Number(revision),
    position: position ? fromCommit(position.commit) : startPosition,
    // Written by `append`, which accepts nothing else.
    metadata: metadata as Metadata,
  };
}

/** The position of a recorded event in the whole log. */
export function getPosition({ event, commitPosition = 0n }: AllStreamResolvedEvent): Position {
  return fromCommit(event?.position.commit ?? commitPosition);
}

/** Positions are counted in bytes: a log of 2^53 bytes would be too long. */
export function fromCommit(commit: bigint): Position {
  const position = Number(commit);
  if (!Number.isSafeInteger(position)) throw new RangeError(`Position ${commit} is past what can be counted`);
  return toPosition(position);
}

export function toLogPosition(position: Position): LogPosition {
  return { commit: BigInt(position), prepare: BigInt(position) };
}
