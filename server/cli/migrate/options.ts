import { WrongArguments } from '#server/lib/command-line/command.ts';
import { StartupError } from '#server/lib/errors.ts';
import type { StorageConfig } from '#server/platform/config/storage-config.ts';

/** The options of `npm run migrate`. */
export const migrateOptions = {
  from: {
    type: 'string',
    value: 'SIDE',
    description: 'where the installation is: sqlite (DATA_DIR) or env (databases)',
  },
  to: { type: 'string', value: 'SIDE', description: 'where to copy it: env or sqlite' },
} as const;

/** The source and the target. `env` contains the databases. */
export type MigrateOptions = { from: 'sqlite' | 'env'; source: StorageConfig; target: StorageConfig };

/** Throws WrongArguments, and StartupError where the databases are not set; one sentence each. */
export function toMigrateOptions(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  storageConfig: StorageConfig,
): MigrateOptions {
  const isSide = (side: string | undefined) => side === 'sqlite' || side === 'env';
  if (!isSide(from) || !isSide(to) || from === to) {
    throw new WrongArguments('Use --from sqlite --to env, or --from env --to sqlite: see npm run migrate -- --help');
  }
  if (storageConfig.eventStoreUrl === null || storageConfig.mongoUrl === null) {
    throw new StartupError('Set both EVENTSTORE_URL and MONGODB_URL: they are the databases that `env` means');
  }
  const embedded: StorageConfig = { ...storageConfig, eventStoreUrl: null, mongoUrl: null };
  return from === 'sqlite'
    ? { from, source: embedded, target: storageConfig }
    : { from: 'env', source: storageConfig, target: embedded };
}
