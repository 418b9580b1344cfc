import type { Documents } from '../port.ts';

type Writer = (documents: Documents) => Promise<unknown>;
type Writers = { first: Writer; second: Writer };

/**
 * Runs the first writer once for each of its calls to the documents, with all of the second one's work right before
 * that call. `open` gives the documents of a run; `check` sees them when both have written. Resolves with the runs.
 */
export async function interleave(
  open: () => Promise<Documents>,
  { first, second }: Writers,
  check: (documents: Documents) => Promise<void>,
): Promise<number> {
  for (let at = 0; ; at += 1) {
    const documents = await open();
    let calls = 0;
    const before = async () => {
      if (calls++ === at) await second(documents);
    };
    await first(withPause(documents, before));
    if (calls <= at) return at;
    await check(documents);
  }
}

function withPause(documents: Documents, before: () => Promise<void>): Documents {
  const pause =
    <A extends unknown[], R>(call: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      await before();
      return call(...args);
    };
  return {
    ...documents,
    get: pause(documents.get) as Documents['get'], // a generic function keeps its type parameter in this way only
    getMany: pause(documents.getMany) as Documents['getMany'],
    list: pause(documents.list) as Documents['list'],
    put: pause(documents.put),
    putAll: pause(documents.putAll),
    insertAll: pause(documents.insertAll),
    compareAndSet: pause(documents.compareAndSet),
    remove: pause(documents.remove),
    removeAll: pause(documents.removeAll),
  };
}
