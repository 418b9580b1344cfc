import type { Logger } from 'pino';

/** What stops each component, in the order in which the components started. */
export type ShutdownHooks = (() => Promise<void>)[];

/** Runs the hooks from the last to the first, each once; a hook that fails is logged, and the others run. */
export function createShutdown(hooks: ShutdownHooks, log: Logger) {
  return async (): Promise<void> => {
    for (const stop of hooks.splice(0).toReversed()) {
      await stop().catch((error: unknown) => log.error({ err: error }, 'Component failed to shut down cleanly'));
    }
  };
}

export async function stopAll(hooks: ShutdownHooks): Promise<void> {
  await Promise.all(hooks.map((stop) => stop()));
}
