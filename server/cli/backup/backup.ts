import { resolve } from 'node:path';
import { StartupError } from '#server/lib/errors.ts';
import { loadStorageConfig } from '#server/platform/config/storage-config.ts';
import { openStoredLog } from '#server/platform/storage/stores.ts';
import { backUpFolder, hasOwnKey, measureCopy } from './backup-files.ts';
import { printText, runCommand } from '../run-command.ts';

const usage = 'Say where to: npm run backup -- FOLDER';

const missingKeyMessage =
  'CREDENTIAL_KEY is not in the copy: it does not lie in DATA_DIR, but is given to the server in its environment. Keep it too, in another place: without it the copy does not start, nobody can sign in, and personal data cannot be read.';

// Copies DATA_DIR, also beside a running server. Engines have their own tools, see the README.
await runCommand(async () => {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) throw new StartupError(usage);
  const storageConfig = loadStorageConfig(process.env);
  const { dataDir, eventStoreUrl, mongoUrl } = storageConfig;
  if (eventStoreUrl !== null || mongoUrl !== null) {
    throw new StartupError('The data are in engines, at least in part: back these up as the README says');
  }
  await (await openStoredLog(storageConfig)).close();
  const began = performance.now();
  const events = await backUpFolder(dataDir, folder);
  const copy = resolve(folder);
  const isWhole = hasOwnKey(copy);
  const what = isWhole ? 'the credentials and the keys' : 'the credentials';
  const megabytes = (measureCopy(copy) / 1e6).toFixed(1);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  await printText(`${events.toLocaleString('en-US')} events, ${what} are in ${copy} (${megabytes} MB, ${seconds} s)\n`);
  if (!isWhole) process.stderr.write(`${missingKeyMessage}\n`);
});
