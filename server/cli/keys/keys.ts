import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { endRotation, isRotatedTo, rotateKeys } from '#server/platform/encryption/key-rotation.ts';
import { loadOrCreateKey, readKeyFile, replaceKey } from '#server/platform/encryption/key-file.ts';
import { StartupError } from '#server/lib/errors.ts';
import { loadStorageConfig, type StorageConfig } from '#server/platform/config/storage-config.ts';
import type { Stores } from '#server/platform/storage/stores.ts';
import { encryptedStores } from '../encrypted-stores.ts';
import { describeStorage } from '../describe-storage.ts';
import { acquireAllLeases, type HeldLeases } from '../migrate/exclusive-leases.ts';
import { openExistingStores } from '../open-existing-stores.ts';
import { parseKeysCommand, readNewKey, keysUsage } from './keys-options.ts';
import { printText, runCommand } from '../run-command.ts';

const keyFile = 'credential.key';
/** Where the next key is stored until everything is encrypted with it. */
const nextKeyFile = 'credential-next.key';

await runCommand(async () => {
  const command = parseKeysCommand(process.argv.slice(2));
  if (command === 'help') {
    await printText(keysUsage);
    return;
  }
  const storageConfig = loadStorageConfig(process.env);
  await withStores(storageConfig, (stores, { check }) => runRotation(storageConfig, stores, check));
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
    await printText(`${rotatedCount.toLocaleString('en-US')} secrets are sealed under the new key\n`);
  }
  rmSync(join(resolve(storageConfig.dataDir), nextKeyFile), { force: true });
  await endRotation(documents);
  await scrub();
  const isGiven = readKeyFile(storageConfig.dataDir, keyFile) === null;
  await printText(
    isGiven
      ? 'Done: from now on CREDENTIAL_KEY is what CREDENTIAL_KEY_NEW was. The old key opens nothing of this any more, but your old backups.\n'
      : `Done: the new key lies in ${join(resolve(storageConfig.dataDir), keyFile)}. The old key opens nothing of this any more, but your old backups.\n`,
  );
}

function findCurrentKey({ credentialKey, dataDir }: StorageConfig): string {
  const key = credentialKey ?? readKeyFile(dataDir, keyFile);
  if (key !== null) return key;
  throw new StartupError('CREDENTIAL_KEY must be given: the one that the servers are started with');
}

/**
 * Only a key in the data folder can be replaced by a generated one, as an operator has to set any other. Throws
 * StartupError.
 */
function createNextKey({ credentialKey, dataDir }: StorageConfig): string {
  if ((credentialKey ?? null) === null) return loadOrCreateKey(dataDir, nextKeyFile);
  throw new StartupError(
    'CREDENTIAL_KEY_NEW must be given: 32 bytes in base64, such as `openssl rand -base64 32` prints',
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
