import type { Context } from '../context.ts';

const every = 60_000;

/** Sees through at once, and every minute, deletions that a process of this installation began and did not finish. */
export function startForgetting({ forgetting, log }: Pick<Context, 'forgetting' | 'log'>) {
  let pass: Promise<unknown> = Promise.resolve();
  const begin = () => {
    pass = pass.then(forgetting.resume).catch((error: unknown) => {
      log.error({ err: error }, 'Deleted users could not be forgotten; trying again in a minute');
    });
  };
  begin();
  const timer = setInterval(begin, every).unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await pass;
    },
  };
}
