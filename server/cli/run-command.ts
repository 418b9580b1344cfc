import { once } from 'node:events';
import { StoreDamaged, StoreUnavailable } from '#projections/store/port.ts';
import { StartupError } from '#server/lib/errors.ts';
import { RebuildStopped } from '#server/platform/projector/rebuild.ts';

const expectedErrors = [StartupError, StoreDamaged, StoreUnavailable, RebuildStopped];

/** Runs a CLI command: an expected failure is one sentence and exit code 1. */
export async function runCommand(command: () => Promise<void>) {
  // The reader of the output, such as `head`, has closed the pipe.
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => process.exit(code === 'EPIPE' ? 0 : 1));
  try {
    await command();
  } catch (error) {
    const isExpected = expectedErrors.some((kind) => error instanceof kind) && error instanceof Error;
    console.error(isExpected ? error.message : error);
    process.exitCode = 1;
  }
}

/** Writes to stdout no faster than it is read. */
export async function printText(text: string) {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
}
