import { once } from 'node:events';
import { StoreDamaged, StoreUnavailable } from '#projections/store/port.ts';
import type { Command, CommandOptions } from '#server/lib/command-line/command.ts';
import { runCommand } from '#server/lib/command-line/run-command.ts';
import { StartupError } from '#server/lib/errors.ts';
import { RebuildStopped } from '#server/platform/projector/rebuild.ts';

const expectedErrors = [StartupError, StoreDamaged, StoreUnavailable, RebuildStopped];

/** Runs a command that works on the stores: an expected failure is one sentence and exit code 1. */
export async function runCliCommand<Options extends CommandOptions>(
  command: Command<Options>,
  args = process.argv.slice(2),
): Promise<void> {
  // The reader of the output, such as `head`, has closed the pipe.
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => process.exit(code === 'EPIPE' ? 0 : 1));
  await runCommand(command, { args, expectedErrors });
}

/** Writes to stdout no faster than it is read. */
export async function printText(text: string) {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
}
