import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type streams from '@eventstore/db-client/generated/streams_pb.js';
import { thrown, tooSlow } from './failures.ts';
import type { Faults } from './faults.ts';
import type { Log } from './log.ts';
import { caughtUp, checkpoint, confirmation, eventRead } from './messages.ts';
import type { Outlet } from './outlet.ts';
import { endOf, indexAt, type Kept } from './shelf.ts';

type Options = streams.ReadReq.Options;
type Following = { log: Log; options: Options; faults: Faults; out: Outlet; live: () => void };

/** Events that the server scans between two looks at the interval of checkpoints. */
const window = 32;

/** A subscription to $all: history, `caughtUp`, then live until the client leaves or falls behind. */
export async function answerSubscription({ log, options, faults, out, live }: Following): Promise<void> {
  const { send, fail, left } = out;
  const first = firstIndex(log.all, options.getAll());
  if (first === null) {
    fail(thrown());
    return;
  }
  const { passes, isCheckpoint } = filterOf(options.getFilter());
  await send(confirmation(randomUUID()));
  let index = first;
  const scan = async (event: Kept) => {
    if (passes(event)) await send(eventRead(event));
    if (isCheckpoint(index - first)) await send(checkpoint(faults.checkpointsAhead ? endOf(event) : event.position));
    index += 1;
  };
  for (let event = log.all[index]; event; event = log.all[index]) await scan(event);
  await send(caughtUp());
  live();
  while (log.all.length - index <= faults.liveBuffer) {
    const event = log.all[index];
    if (event) await scan(event);
    else await once(log.grown, 'grown', { signal: left });
  }
  fail(tooSlow());
}

/** Of the event that comes first; null when the position is that of none. A position beyond the end is the end. */
function firstIndex(all: readonly Kept[], from: streams.ReadReq.Options.AllOptions | undefined): number | null {
  const position = from?.getPosition();
  if (!position) return from?.hasEnd() ? all.length : 0;
  const commit = Number(position.getCommitPosition());
  if (commit > (all.at(-1)?.position ?? 0)) return all.length;
  const index = indexAt(all, commit);
  return index === null ? null : index + 1;
}

/** Which events pass, and after which scanned ones it is told how far: the first, then each interval. */
function filterOf(filter: streams.ReadReq.Options.FilterOptions | undefined) {
  const expression = filter?.getEventType() ?? filter?.getStreamIdentifier();
  if (!filter || !expression) return { passes: () => true, isCheckpoint: () => false };
  const prefixes = expression.getPrefixList();
  const pattern = new RegExp(expression.getRegex());
  const interval = filter.getCheckpointintervalmultiplier() * window;
  return {
    passes: (event: Kept) => {
      const subject = filter.hasEventType() ? event.type : event.stream;
      return prefixes.length > 0 ? prefixes.some((prefix) => subject.startsWith(prefix)) : pattern.test(subject);
    },
    isCheckpoint: (scanned: number) => scanned % interval === 0,
  };
}
