import { setFlagsFromString } from 'node:v8';
import { runCommand } from '#server/lib/command-line/run-command.ts';
import type { RunningServer } from './start.ts';
import { StartupError } from '#server/lib/errors.ts';
import { createIdleCollector, exposeCollections } from '#server/lib/threads/idle-memory.ts';
import { runEvery } from '#server/lib/scheduler.ts';
import { shutDownOnSignal } from '#server/lib/graceful-shutdown.ts';

/**
 * Threads of libuv. Two hash passwords, two resize pictures, and half of all at most wait for DNS: so some are always left
 * for the disk, which every write waits for.
 */
const threadPoolSize = 12;
const idleCheckIntervalMs = 5_000;

await runCommand({
  invocation: 'npm start --',
  description: 'Starts the server. Settings are environment variables: see docs/configuration.md.',
  options: {},
  run: serve,
});

async function serve(): Promise<void> {
  // The pool is started by its first use, below.
  process.env['UV_THREADPOOL_SIZE'] ??= String(threadPoolSize);
  const { startServer } = await import('./start.ts');
  const { isLogReadable } = await import('./logger.ts');
  const { renderWelcome, warnOfMissingAdmin } = await import('./welcome.ts');

  // Set after the imports, and all at once: compiled code is taken from the caches only where the flags are as they were.
  // On a machine with much memory V8 would let the heap grow to four times its live size before it collects, and keep it.
  setFlagsFromString('--heap-growing-percent=50');
  // Otherwise V8 may create short-lived objects of requests among the old ones, which then keep others from collection.
  setFlagsFromString('--no-allocation-site-pretenuring');
  exposeCollections();

  const starting = startServer(process.env);

  shutDownOnSignal(async () => {
    const running = await starting.catch(() => null);
    await running?.close();
  });

  try {
    const running = await starting;
    process.stdout.write(`listening on ${running.url}\n`);
    await prepareListings(running);
    if (isLogReadable(running.services.config.logFormat)) process.stderr.write(renderWelcome(running));
    await warnOfMissingAdmin(running);
    releaseMemoryWhenIdle(running);
  } catch (error) {
    console.error(error instanceof StartupError ? error.message : error);
    process.exit(1);
  }
}

/** Keeps what a start or a rush has left from being memory that an idle server holds. */
function releaseMemoryWhenIdle({ services: { log } }: RunningServer): void {
  runEvery({
    work: createIdleCollector(),
    intervalMs: idleCheckIntervalMs,
    log,
    failureMessage: 'Cannot collect garbage while idle',
  });
}

/** A process that takes listings prepares for the first one. */
async function prepareListings({ services, intake }: RunningServer): Promise<void> {
  const { capabilitiesOf } = await import('#server/platform/modules/roles.ts');
  if (!capabilitiesOf(services.config).takesListings) return;
  const { prepareIntake } = await import('#server/modules/intake/pipeline/prepare-intake.ts');
  prepareIntake(services.weights, intake).catch((error: unknown) =>
    // As where a store is away, or the server stops.
    services.log.debug({ err: error }, 'Cannot prepare for the first listing, which takes longer'),
  );
}
