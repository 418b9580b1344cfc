import { parseArgs } from 'node:util';
import { StartupError } from '#server/lib/errors.ts';
import type { StorageConfig } from '#server/platform/config/storage-config.ts';

export const migrateUsage = `npm run migrate -- --from sqlite --to env     copies DATA_DIR into the engines of the environment
npm run migrate -- --from env --to sqlite     copies the engines of the environment into DATA_DIR

The engines are those of EVENTSTORE_URL and MONGODB_URL; CREDENTIAL_KEY is the key of both sides. The target must be
empty, or hold a beginning of the same log: run it again after an interruption, and it goes on. Sessions are not copied.
`;

/** The source and the target. `env` contains the engines. */
export type MigrateOptions = { from: 'sqlite' | 'env'; source: StorageConfig; target: StorageConfig };

/** Null for --help. Throws StartupError with one sentence. */
export function parseMigrateOptions(args: string[], storageConfig: StorageConfig): MigrateOptions | null {
  const { from, to, help } = parseValues(args);
  if (help) return null;
  const isSide = (side: string | undefined) => side === 'sqlite' || side === 'env';
  if (!isSide(from) || !isSide(to) || from === to) {
    throw new StartupError('Say --from sqlite --to env, or --from env --to sqlite: see npm run migrate -- --help');
  }
  if (storageConfig.eventStoreUrl === null || storageConfig.mongoUrl === null) {
    throw new StartupError('Set EVENTSTORE_URL and MONGODB_URL, both: they name the engines that `env` stands for');
  }
  const embedded: StorageConfig = { ...storageConfig, eventStoreUrl: null, mongoUrl: null };
  return from === 'sqlite'
    ? { from, source: embedded, target: storageConfig }
    : { from: 'env', source: storageConfig, target: embedded };
}

function parseValues(args: string[]) {
  try {
    const options = { from: { type: 'string' }, to: { type: 'string' }, help: { type: 'boolean' } } as const;
    return parseArgs({ args, options, allowPositionals: false }).values;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartupError(`${reason.split('.')[0] ?? reason}: see npm run migrate -- --help`);
  }
}
