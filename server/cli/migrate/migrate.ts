import { nonEmpty, loadStorageConfig } from '#server/platform/config/storage-config.ts';
import { openStores } from '#server/platform/storage/stores.ts';
import { moveInstallation } from './installation.ts';
import { openExistingStores } from '../open-existing-stores.ts';
import { requireSharedKey } from './shared-key.ts';
import { type MigrateOptions, parseMigrateOptions, migrateUsage } from './options.ts';
import { renderMoveReport } from './report.ts';
import { describeStorage } from '../describe-storage.ts';
import { createLogProgressPrinter } from '../progress-printer.ts';
import { printText, runCommand } from '../run-command.ts';

await runCommand(async () => {
  const storageConfig = loadStorageConfig(process.env);
  const move = parseMigrateOptions(process.argv.slice(2), storageConfig);
  if (move === null) await printText(migrateUsage);
  else await migrate(move, requireSharedKey(nonEmpty(process.env)['CREDENTIAL_KEY'], storageConfig.dataDir));
});

async function migrate(move: MigrateOptions, key: string) {
  const source = await openExistingStores(move.source);
  try {
    const target = await openStores(move.target);
    try {
      const result = await moveInstallation({
        source: { ...source, name: describeStorage(move.source) },
        target: { ...target, name: describeStorage(move.target), storageConfig: move.target },
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
