import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { endRotation, isRotatedTo, rotateKeys } from '#server/platform/encryption/key-rotation.ts';
import { loadOrCreateKey, readKeyFile, replaceKey } from '#server/platform/encryption/key-file.ts';
import { WrongArguments } from '#server/lib/command-line/command.ts';
import { StartupError } from '#server/lib/errors.ts';
import {
  loadStorageConfig,
  type StorageConfig,
  nonEmpty,
  isCredentialKey,
} from '#server/platform/config/storage-config.ts';
import type { Stores } from '#server/platform/storage/stores.ts';
import { isStrongSecret } from '#server/platform/config/secret-strength.ts';
import { encryptedStores } from './encrypted-stores.ts';
import { describeStorage } from './describe-storage.ts';
import { acquireAllLeases, type HeldLeases } from './exclusive-leases.ts';
import { openExistingStores } from './open-existing-stores.ts';
import { printText, runCliCommand } from './run-command.ts';

const keyFile = 'credential.key';
/** Where the next key is stored until everything is encrypted with it. */
const nextKeyFile = 'credential-next.key';

await runCliCommand({
  invocation: 'npm run keys --',
  description: `Encrypts with a new CREDENTIAL_KEY everything that is encrypted with the current one.
The new key is CREDENTIAL_KEY_NEW (32 bytes in base64). If the current key is in DATA_DIR, the command creates a new one
there. Stop all servers and make a backup first. After an interruption, run it again. Unused temporary passwords expire.`,
  positionals: [{ name: 'rotate' }],
  options: {},
  run: async ({ positionals: [action = ''] }) => {
    if (action !== 'rotate') throw new WrongArguments(`Unexpected argument '${action}': see npm run keys -- --help`);
    const storageConfig = loadStorageConfig(process.env);
    await withStores(storageConfig, (stores, { check }) => runRotation(storageConfig, stores, check));
  },
});

/** Works on the stores while no server does. */
async function withStores(
  storageConfig: StorageConfig,
  work: (stores: Stores, leases: HeldLeases) => Promise<void>,
): Promise<void> {
  const stores = await openExistingStores(storageConfig);
  try {
    const leases = await acquireAllLeases([{ ...stores, name: describeStorage(storageConfig) }]);
    try {
      await work(stores, leases);
    } finally {
      await leases.release();
    }
  } finally {
    await stores.close();
  }
}

async function runRotation(
  storageConfig: StorageConfig,
  { documents, scrub }: Stores,
  assertAlone: () => Promise<void>,
): Promise<void> {
  const where = describeStorage(storageConfig);
  const from = findCurrentKey(storageConfig);
  if (!(await isRotatedTo(documents, from))) {
    const to = readNewKey(process.env) ?? createNextKey(storageConfig);
    const rotatedCount = await rotateKeys({
      documents,
      stores: encryptedStores,
      where,
      from,
      to,
      assertAlone,
      onProgress: createProgressPrinter(),
    });
    if (readKeyFile(storageConfig.dataDir, keyFile) === from) saveKey(storageConfig, to);
    await printText(`${rotatedCount.toLocaleString('en-US')} secrets are encrypted with the new key\n`);
  }
  rmSync(join(resolve(storageConfig.dataDir), nextKeyFile), { force: true });
  await endRotation(documents);
  await scrub();
  const isGiven = readKeyFile(storageConfig.dataDir, keyFile) === null;
  await printText(
    isGiven
      ? 'Done: set CREDENTIAL_KEY to the value of CREDENTIAL_KEY_NEW. Only old backups still need the old key.\n'
      : `Done: the new key is in ${join(resolve(storageConfig.dataDir), keyFile)}. Only old backups still need the old key.\n`,
  );
}

function findCurrentKey({ credentialKey, dataDir }: StorageConfig): string {
  const key = credentialKey ?? readKeyFile(dataDir, keyFile);
  if (key !== null) return key;
  throw new StartupError('CREDENTIAL_KEY is missing: set it to the key of the servers');
}

/**
 * Only a key in the data folder can be replaced by a generated one, as an operator has to set any other. Throws
 * StartupError.
 */
function createNextKey({ credentialKey, dataDir }: StorageConfig): string {
  if ((credentialKey ?? null) === null) return loadOrCreateKey(dataDir, nextKeyFile);
  throw new StartupError(
    'CREDENTIAL_KEY_NEW is missing: set it to 32 bytes in base64, such as `openssl rand -base64 32` prints',
  );
}

/** The key in the folder becomes the new one, wherever the new one came from. */
function saveKey({ dataDir }: StorageConfig, to: string): void {
  replaceKey(dataDir, keyFile, to);
}

/** Prints the progress every second. */
function createProgressPrinter() {
  let last = performance.now();
  return (count: number) => {
    if (performance.now() - last < 1_000) return;
    last = performance.now();
    process.stderr.write(`${count.toLocaleString('en-US')} done\n`);
  };
}

/** Null where none is given. Throws StartupError. */
function readNewKey(env: Record<string, string | undefined>): string | null {
  const key = nonEmpty(env)['CREDENTIAL_KEY_NEW'];
  if (key === undefined) return null;
  if (isCredentialKey(key) && isStrongSecret(Buffer.from(key, 'base64'))) return key;
  throw new StartupError(
    'CREDENTIAL_KEY_NEW must be 32 random bytes in base64, such as `openssl rand -base64 32` prints',
  );
}
