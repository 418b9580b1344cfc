import type { AllStreamResolvedEvent, Position as LogPosition, RecordedEvent } from '@eventstore/db-client';
import { type Position, startPosition, toPosition } from '#domain/shared/decider.ts';
import type { StoredEvent } from '../port.ts';
import { toStoredEvent } from '../stored-event.ts';

/** A system event of the server has a type, or is in a stream, with a name like this. */
export const isReserved = (name: string) => name.startsWith('$');

/** Null for a system event of the server. */
export function toOwnEvent({ event }: AllStreamResolvedEvent): StoredEvent | null {
  return event && !isReserved(event.type) && !isReserved(event.streamId) ? toRecordedEvent(event) : null;
}

/** The client gives a text where data are no JSON, and bytes where another client declared no JSON. */
export function toRecordedEvent(recorded: RecordedEvent): StoredEvent {
  const { type, data, id, streamId, revision, position, metadata, created } = recorded;
  const at = position ? fromCommit(position.commit) : startPosition;
  const place = { type, id, stream: streamId, revision: Number(revision), position: at };
  return toStoredEvent(place, { data: bytesToText(data), metadata: bytesToText(metadata) }, created);
}

/** In base64, as the bytes may be no text. */
function bytesToText(value: unknown): unknown {
  return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value;
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
