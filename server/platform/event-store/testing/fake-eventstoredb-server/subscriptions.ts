import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type streams from '@eventstore/db-client/generated/streams_pb.js';
import { createHandlerError, createTooSlowError } from './failures.ts';
import type { Faults } from './faults.ts';
import type { FakeLog } from './fake-log.ts';
import { toCaughtUpResponse, toCheckpointResponse, toConfirmationResponse, toReadResponse } from './messages.ts';
import type { ResponseStream } from './response-stream.ts';
import { getEndPosition, findIndexAt, type StoredRecord } from './event-storage.ts';

type Options = streams.ReadReq.Options;
type SubscriptionRequest = { log: FakeLog; options: Options; faults: Faults; out: ResponseStream; live: () => void };

/** Events that the server scans between two checks of the checkpoint interval. */
const scanWindow = 32;

/** A subscription to $all: history, `caughtUp`, then live until the client leaves or falls behind. */
export async function answerSubscription({ log, options, faults, out, live }: SubscriptionRequest): Promise<void> {
  const { send, fail, left } = out;
  const first = findFirstIndex(log.all, options.getAll());
  if (first === null) {
    fail(createHandlerError());
    return;
  }
  const { passes, isCheckpoint } = createFilter(options.getFilter());
  await send(toConfirmationResponse(randomUUID()));
  let index = first;
  const scan = async (event: StoredRecord) => {
    if (passes(event)) await send(toReadResponse(event));
    if (isCheckpoint(index - first))
      await send(toCheckpointResponse(faults.checkpointsAhead ? getEndPosition(event) : event.position));
    index += 1;
  };
  for (let event = log.all[index]; event; event = log.all[index]) await scan(event);
  await send(toCaughtUpResponse());
  live();
  while (log.all.length - index <= faults.liveBuffer) {
    const event = log.all[index];
    if (event) await scan(event);
    else await once(log.grown, 'grown', { signal: left });
  }
  fail(createTooSlowError());
}

/**
 * The position of the first event; null when the position is that of no event. A position beyond the end is the end.
 */
function findFirstIndex(
  all: readonly StoredRecord[],
  from: streams.ReadReq.Options.AllOptions | undefined,
): number | null {
  const position = from?.getPosition();
  if (!position) return from?.hasEnd() ? all.length : 0;
  const commit = Number(position.getCommitPosition());
  if (commit > (all.at(-1)?.position ?? 0)) return all.length;
  const index = findIndexAt(all, commit);
  return index === null ? null : index + 1;
}

/** The filter of events, and the scanned events after which a checkpoint is sent: the first, then each interval. */
function createFilter(filter: streams.ReadReq.Options.FilterOptions | undefined) {
  const expression = filter?.getEventType() ?? filter?.getStreamIdentifier();
  if (!filter || !expression) return { passes: () => true, isCheckpoint: () => false };
  const prefixes = expression.getPrefixList();
  const pattern = new RegExp(expression.getRegex());
  const interval = filter.getCheckpointintervalmultiplier() * scanWindow;
  return {
    passes: (event: StoredRecord) => {
      const subject = filter.hasEventType() ? event.type : event.stream;
      return prefixes.length > 0 ? prefixes.some((prefix) => subject.startsWith(prefix)) : pattern.test(subject);
    },
    isCheckpoint: (scanned: number) => scanned % interval === 0,
  };
}
