import streams from '@eventstore/db-client/generated/streams_pb.js';
import { createStreamDeletedError, createHandlerError } from './failures.ts';
import type { FakeLog } from './fake-log.ts';
import { toReadResponse, readStreamName, toStreamNotFoundResponse } from './messages.ts';
import type { ResponseStream } from './response-stream.ts';
import { findIndexAt, type StoredRecord } from './event-storage.ts';

type Options = streams.ReadReq.Options;

/** A read of a stream or of $all: a number of events, and the end. */
export async function answerRead(
  log: FakeLog,
  requested: Options | undefined,
  { send, fail, end }: ResponseStream,
): Promise<void> {
  const options = requested ?? new streams.ReadReq.Options();
  const stream = readStreamName(options.getStream());
  // A real server was seen to fail here, and to stay silent: no caller may depend on either.
  if (options.hasAll() && Number(options.getCount()) === 0) return;
  const events = options.hasStream() ? readStreamEvents(log, stream, options) : readAllEvents(log, options);
  if (events === 'deleted') {
    fail(createStreamDeletedError(stream));
    return;
  }
  if (events === 'nowhere' || Number(options.getCount()) === 0) {
    fail(createHandlerError());
    return;
  }
  if (events === 'missing') await send(toStreamNotFoundResponse(stream));
  else for (const event of events) await send(toReadResponse(event));
  end();
}

function readStreamEvents(log: FakeLog, stream: string, options: Options) {
  const events = log.visible(stream);
  if (typeof events === 'string') return events;
  const from = options.getStream();
  const end = from?.hasEnd() ? Infinity : 0;
  const first = from?.hasRevision() ? Number(from.getRevision()) : end;
  const chosen = isBackwards(options)
    ? events.filter(({ revision }) => revision <= first).reverse()
    : events.filter(({ revision }) => revision >= first);
  return chosen.slice(0, Number(options.getCount()));
}

/** Forwards it includes the event at the position, backwards it does not. */
function readAllEvents({ all }: FakeLog, options: Options): StoredRecord[] | 'nowhere' {
  const from = options.getAll();
  const position = from?.getPosition();
  const end = from?.hasEnd() ? all.length : 0;
  const index = position ? findIndexAt(all, Number(position.getCommitPosition())) : end;
  if (index === null) return 'nowhere';
  const count = Math.min(Number(options.getCount()), all.length);
  return isBackwards(options)
    ? all.slice(Math.max(0, index - count), index).reverse()
    : all.slice(index, index + count);
}

function isBackwards(options: Options): boolean {
  return options.getReadDirection() === streams.ReadReq.Options.ReadDirection.BACKWARDS;
}
