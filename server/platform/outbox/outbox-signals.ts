import type { Logger } from 'pino';
import { listAll } from '#projections/store/list-all.ts';
import type { Doc, Documents } from '#projections/store/port.ts';

const looksEvery = 1000;

/** An entry of an outbox that is to be sent when it is `due`, in ms since 1970. */
type Waiting = Doc & { state: string; due: number };
type OutboxSignal = { id: string; state: 'asked' };

const wakesOf = (space: string) => `${space}-signals`;

/** Adds an entry to an outbox; the process that sends for all picks it up within about a second, wherever it runs. */
export async function enqueueAndNotify(documents: Documents, space: string, doc: Waiting): Promise<void> {
  await documents.put(space, doc);
  const wake: OutboxSignal = { id: doc.id, state: 'asked' };
  await documents.put(wakesOf(space), wake);
}

type Parts<D> = {
  documents: Documents;
  log: Logger;
  /** The outbox. */
  space: string;
  find: (id: string) => Promise<D | null>;
  /** The entries scheduled at the start, and their times: a wake signal for these comes too late. */
  begun: ReadonlyMap<string, number>;
};

/** Picks up what other processes have put into an outbox; until stopped. */
export function watchOutbox<D extends Waiting>(
  { documents, log, space, find, begun }: Parts<D>,
  take: (doc: D) => void,
) {
  const look = async () => {
    for (const { id } of await listAll<OutboxSignal>(documents, wakesOf(space), { state: 'asked' })) {
      const doc = await find(id);
      if (doc?.state === 'waiting' && begun.get(id) !== doc.due) take(doc);
      await documents.remove(wakesOf(space), id);
    }
  };
  let looking: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    looking = looking.then(look).catch((error: unknown) => {
      log.warn({ err: error, space }, 'Failed to check the outbox; retrying');
    });
  }, looksEvery).unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await looking;
    },
  };
}
