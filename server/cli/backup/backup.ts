import { resolve } from 'node:path';
import { pluralize } from '#domain/shared/pluralize.ts';
import { StartupError } from '#server/lib/errors.ts';
import { loadStorageConfig } from '#server/platform/config/storage-config.ts';
import { openStoredLog } from '#server/platform/storage/stores.ts';
import { backUpFolder, hasOwnKey, measureCopy } from './backup-files.ts';
import { printText, runCliCommand } from '../run-command.ts';

const missingKeyMessage =
  'CREDENTIAL_KEY is not in the copy: it is not in DATA_DIR, but in the environment of the server. Back it up separately: without it the copy does not start, no user can sign in, and personal data cannot be read.';

await runCliCommand({
  invocation: 'npm run backup --',
  description: 'Copies DATA_DIR into a new folder, also while a server is running. Databases have their own tools.',
  positionals: [{ name: 'FOLDER' }],
  options: {},
  run: async ({ positionals: [folder = ''] }) => backUp(folder),
});

async function backUp(folder: string): Promise<void> {
  const storageConfig = loadStorageConfig(process.env);
  const { dataDir, eventStoreUrl, mongoUrl } = storageConfig;
  if (eventStoreUrl !== null || mongoUrl !== null) {
    throw new StartupError('Data is in databases: back them up as docs/operations.md describes');
  }
  await (await openStoredLog(storageConfig)).close();
  const began = performance.now();
  const events = await backUpFolder(dataDir, folder);
  const copy = resolve(folder);
  const isWhole = hasOwnKey(copy);
  const contents = isWhole ? 'the credentials and the keys' : 'the credentials';
  const { bytes, pictures } = measureCopy(copy);
  const megabytes = (bytes / 1e6).toFixed(1);
  const counted = `${events.toLocaleString('en-US')} events, ${pluralize(pictures, 'picture')}`;
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  await printText(`Copied ${counted} and ${contents} to ${copy} (${megabytes} MB, ${seconds} s)\n`);
  if (!isWhole) process.stderr.write(`${missingKeyMessage}\n`);
}
