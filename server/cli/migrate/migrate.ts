import { nonEmpty, loadStorageConfig } from '#server/platform/config/storage-config.ts';
import { createBlobs } from '#server/platform/storage/blobs.ts';
import { openStores } from '#server/platform/storage/stores.ts';
import { moveInstallation, type MoveResult } from './installation.ts';
import { openExistingStores } from '../open-existing-stores.ts';
import { requireSharedKey } from './shared-key.ts';
import { type MigrateOptions, migrateOptions, toMigrateOptions } from './options.ts';
import { describeStorage } from '../describe-storage.ts';
import { createLogProgressPrinter } from '../progress-printer.ts';
import { printText, runCliCommand } from '../run-command.ts';

await runCliCommand({
  invocation: 'npm run migrate --',
  description: `Copies an installation from the files of DATA_DIR to the databases of the environment, or back.
EVENTSTORE_URL and MONGODB_URL name the databases. CREDENTIAL_KEY is the key of both sides. The target must be empty or
hold the beginning of the same log: after an interruption, run the command again. Sessions are not copied.`,
  options: migrateOptions,
  run: async ({ values }) => {
    const storageConfig = loadStorageConfig(process.env);
    const move = toMigrateOptions(values, storageConfig);
    await migrate(move, requireSharedKey(nonEmpty(process.env)['CREDENTIAL_KEY'], storageConfig.dataDir));
  },
});

async function migrate(move: MigrateOptions, key: string) {
  const source = await openExistingStores(move.source);
  try {
    const target = await openStores(move.target);
    try {
      const result = await moveInstallation({
        source: { ...source, blobs: createBlobs(move.source, source.documents), name: describeStorage(move.source) },
        target: {
          ...target,
          blobs: createBlobs(move.target, target.documents),
          name: describeStorage(move.target),
          storageConfig: move.target,
        },
        key,
        onProgress: createLogProgressPrinter(await source.events.head(), 'copied'),
      });
      await printText(renderMoveReport(move, result));
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

function formatCount(number: number): string {
  return number.toLocaleString('en-US');
}

function renderMoveReport(
  { source, target }: MigrateOptions,
  { before, copied, log, documents, pictures }: MoveResult,
): string {
  return `${formatCount(copied)} events copied, ${formatCount(before)} were there already.
The same in ${describeStorage(source)}
and in      ${describeStorage(target)}:
  log        ${formatCount(log.count).padStart(10)}  SHA-256 ${log.sha256}
  documents  ${formatCount(documents.count).padStart(10)}  SHA-256 ${documents.sha256}
  pictures   ${formatCount(pictures).padStart(10)}
Start the server on the copy with the same CREDENTIAL_KEY: it builds its views first, and all users must sign in again.
Do not start it on the source again: what happens there would be missing here.
`;
}
