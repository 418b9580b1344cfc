import streams from '@eventstore/db-client/generated/streams_pb.js';
import { streamDeleted, thrown } from './failures.ts';
import type { Log } from './log.ts';
import { eventRead, nameIn, streamMissing } from './messages.ts';
import type { Outlet } from './outlet.ts';
import { indexAt, type Kept } from './shelf.ts';

type Options = streams.ReadReq.Options;

/** A read of a stream or of $all: so many events, and the end. */
export async function answerRead(log: Log, asked: Options | undefined, { send, fail, end }: Outlet): Promise<void> {
  const options = asked ?? new streams.ReadReq.Options();
  const stream = nameIn(options.getStream());
  const events = options.hasStream() ? ofStream(log, stream, options) : ofAll(log, options);
  if (events === 'deleted') {
    fail(streamDeleted(stream));
    return;
  }
  if (events === 'nowhere' || Number(options.getCount()) === 0) {
    fail(thrown());
    return;
  }
  if (events === 'missing') await send(streamMissing(stream));
  else for (const event of events) await send(eventRead(event));
  end();
}

function ofStream(log: Log, stream: string, options: Options) {
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
function ofAll({ all }: Log, options: Options): Kept[] | 'nowhere' {
  const from = options.getAll();
  const position = from?.getPosition();
  const end = from?.hasEnd() ? all.length : 0;
  const index = position ? indexAt(all, Number(position.getCommitPosition())) : end;
  if (index === null) return 'nowhere';
  const count = Math.min(Number(options.getCount()), all.length);
  return isBackwards(options)
    ? all.slice(Math.max(0, index - count), index).reverse()
    : all.slice(index, index + count);
}

function isBackwards(options: Options): boolean {
  return options.getReadDirection() === streams.ReadReq.Options.ReadDirection.BACKWARDS;
}
