import { StoreUnavailable } from '#projections/store/port.ts';
import { createCommandHandler } from '#server/platform/commands/command-handler.ts';
import { createOutbox } from '#server/platform/outbox/outbox.ts';
import type { TestStores } from './test-stores.ts';

/** How the last write ends: it is lost, or it arrives and its answer is lost. */
export type LastWrite = 'lost' | 'unheard';

/**
 * The same stores, but for a process that is killed at its (k + 1)-th write: from then on none of its writes arrives.
 * `died` resolves at that write.
 */
export function crashAfter(testStores: TestStores, k: number, lastWrite: LastWrite) {
  const died = Promise.withResolvers<null>();
  let left = k;
  const write = async <T>(work: () => Promise<T>): Promise<T> => {
    left -= 1;
    if (left >= 0) return work();
    if (left === -1 && lastWrite === 'unheard') await work();
    died.resolve(null);
    throw new StoreUnavailable('The process was killed');
  };
  const events: TestStores['events'] = {
    ...testStores.events,
    append: (...given) => write(() => testStores.events.append(...given)),
  };
  const documents: TestStores['documents'] = {
    ...testStores.documents,
    put: (...given) => write(() => testStores.documents.put(...given)),
    putAll: (...given) => write(() => testStores.documents.putAll(...given)),
    insertAll: (...given) => write(() => testStores.documents.insertAll(...given)),
    compareAndSet: (space, ...change) => write(() => testStores.documents.compareAndSet(space, ...change)),
    remove: (...given) => write(() => testStores.documents.remove(...given)),
    removeAll: (...given) => write(() => testStores.documents.removeAll(...given)),
  };
  const stores: TestStores = {
    ...testStores,
    events,
    documents,
    outbox: createOutbox({ documents, clock: testStores.clock }),
    handle: createCommandHandler(events, testStores.clock),
  };
  return { stores, died: died.promise, hasDied: () => left < 0 };
}
