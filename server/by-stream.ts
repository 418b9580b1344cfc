/** In ms: far longer than a command takes, and short enough to be told soon of a store that does not answer. */
const patience = 1_000;

/**
 * Lets commands to the same stream go one after the other, in the order in which they come, so that they do not race
 * for its next revision; those to other streams go at once. Nobody waits for long: who is right is for the store.
 */
export function byStream() {
  const last = new Map<string, Promise<unknown>>();
  return async <T>(stream: string, command: () => Promise<T>): Promise<T> => {
    const before = last.get(stream);
    const own = before === undefined ? command() : ended(before).then(command);
    last.set(stream, own);
    try {
      return await own;
    } finally {
      if (last.get(stream) === own) last.delete(stream);
    }
  };
}

function ended(work: Promise<unknown>): Promise<unknown> {
  const late = Promise.withResolvers<unknown>();
  const timer = setTimeout(late.resolve, patience, null);
  const end = () => {
    clearTimeout(timer);
  };
  return Promise.race([work.then(end, end), late.promise]);
}
