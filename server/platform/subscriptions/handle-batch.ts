import { hasDamagedData } from '#server/platform/event-store/damage.ts';
import type { StoredEvent } from '#server/platform/event-store/port.ts';
import type { FailedEventInput } from './failed-events.ts';
import type { Subscriber } from './subscriber.ts';
import { tryRepeatedly, type TryOptions } from './try-repeatedly.ts';

type HandleOptions = TryOptions & {
  /** Records an event that failed three times, durably. */
  setAside: (failed: FailedEventInput) => Promise<void>;
};

/**
 * Handles a batch. Where it fails, its events are handled one by one, and one that fails three times is set aside. So is
 * one whose data are damaged, unless the subscriber handles all types and thus needs no data of a certain one.
 * Throws Fenced, and the reason of `stopped`.
 */
export async function handleBatch(subscriber: Subscriber, events: StoredEvent[], options: HandleOptions) {
  if (subscriber.onFailedEvent === 'stop') {
    await tryToHandle(subscriber, events, { ...options, tries: Number.POSITIVE_INFINITY });
    return;
  }
  for (const part of splitAtDamage(subscriber, events)) await handlePart(subscriber, part, options);
}

/** Parts in order; a damaged event is one of its own where the subscriber needs its data. */
function splitAtDamage(subscriber: Subscriber, events: StoredEvent[]): StoredEvent[][] {
  if (!needsData(subscriber) || !events.some(hasDamagedData)) return [events];
  const batches: StoredEvent[][] = [];
  for (const event of events) {
    const part = batches.at(-1);
    const before = part?.at(-1);
    if (part === undefined || before === undefined || hasDamagedData(event) || hasDamagedData(before))
      batches.push([event]);
    else part.push(event);
  }
  return batches;
}

function needsData({ handles, takesDamaged = false }: Subscriber): boolean {
  return handles !== undefined && !takesDamaged;
}

async function handlePart(subscriber: Subscriber, events: StoredEvent[], options: HandleOptions) {
  const [first] = events;
  if (first?.damage?.part === 'data' && needsData(subscriber)) {
    await setAside(subscriber, { event: first, error: new Error(first.damage.problem) }, options);
    return;
  }
  if (events.length > 1 && (await tryToHandle(subscriber, events, { ...options, tries: 1 })) === null) return;
  for (const event of events) {
    const failure = await tryToHandle(subscriber, [event], options);
    if (failure !== null) await setAside(subscriber, { event, error: failure.error }, options);
  }
}

function tryToHandle({ name, handle }: Subscriber, events: StoredEvent[], options: TryOptions) {
  const [first, last] = [events[0]?.position, events.at(-1)?.position];
  const what = `handle events ${first} to ${last} of subscription ${name}`;
  return tryRepeatedly(what, () => handle(events, options.stopped), options);
}

async function setAside(
  { name, skip }: Subscriber,
  { event, error }: { event: StoredEvent; error: unknown },
  options: HandleOptions,
) {
  const what = `set event ${event.position} of subscription ${name} aside`;
  const record = () => options.setAside({ subscription: name, event, error });
  await tryRepeatedly(what, record, { ...options, tries: Number.POSITIVE_INFINITY });
  options.stopped.throwIfAborted();
  skip?.(event);
}
