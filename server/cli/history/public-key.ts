import { defineCommand } from '#server/lib/command-line/command.ts';
import { StartupError } from '#server/lib/errors.ts';
import { findPublicSealKey } from '#server/modules/audit/hash-chain/seal-key.ts';
import { loadStorageConfig } from '#server/platform/config/storage-config.ts';
import { openDocumentsLazily, openStoredLog } from '#server/platform/storage/stores.ts';
import { printText } from '../run-command.ts';

/** Prints the public signing key. */
export const publicKeyCommand = defineCommand({
  invocation: 'npm run history -- public-key',
  description: `Prints the public key that verifies the seals of the log, in PEM format.
Keep it where no one with write access to the log can change it: npm run history -- verify --public-key FILE`,
  options: {},
  run: printPublicKey,
});

async function printPublicKey(): Promise<void> {
  const storageConfig = loadStorageConfig(process.env);
  await (await openStoredLog(storageConfig)).close();
  const documents = openDocumentsLazily(storageConfig);
  try {
    const key = await findPublicSealKey(documents);
    if (key === null) throw new StartupError('There is no key yet: a server creates it when it first starts');
    await printText(key.publicKey);
  } finally {
    await documents.close();
  }
}
