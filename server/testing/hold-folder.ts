// Locks the data folder in argv[2] as the server does, says so, and holds the lock until it is killed.
import { openDataDirectory } from '#server/platform/storage/data-directory.ts';
import { StartupError } from '#server/lib/errors.ts';

try {
  openDataDirectory(process.argv[2] ?? '');
  process.stdout.write('held\n');
  setInterval(() => undefined, 60_000);
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
