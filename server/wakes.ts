import type { Logger } from 'pino';
import type { Documents } from '#projections/store/port.ts';
import { type Mail, outboxSpace } from './mail.ts';

const space = 'mail-wakes';
const looksEvery = 1000;

type Wake = { id: string; state: 'asked' };

/** Puts a mail into the outbox and has whoever sends for all take it up within a second or so, in whatever process. */
export async function putAndWake(documents: Documents, mail: Mail): Promise<void> {
  await documents.put(outboxSpace, mail);
  const wake: Wake = { id: mail.id, state: 'asked' };
  await documents.put(space, wake);
}

type Parts = {
  documents: Documents;
  log: Logger;
  /** What was taken up at the start, and for when (ms since 1970): a wake for that comes too late. */
  begun: ReadonlyMap<string, number>;
};

/** Takes up what others have put into the outbox; until stopped. */
export function wakeUp({ documents, log, begun }: Parts, take: (mail: Mail) => void) {
  const look = async () => {
    for (const { id } of await documents.findBy<Wake>(space, 'state', 'asked')) {
      const mail = await documents.get<Mail>(outboxSpace, id);
      if (mail?.state === 'waiting' && begun.get(id) !== mail.due) take(mail);
      await documents.remove(space, id);
    }
  };
  let looking: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    looking = looking.then(look).catch((error: unknown) => {
      log.warn({ err: error }, 'The outbox could not be looked at; trying again');
    });
  }, looksEvery).unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await looking;
    },
  };
}
