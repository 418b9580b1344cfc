import { StartupError } from '#server/lib/errors.ts';
import { findPublicSealKey } from '#server/modules/audit/hash-chain/seal-key.ts';
import { loadStorageConfig } from '#server/platform/config/storage-config.ts';
import { openDocumentsLazily, openStoredLog } from '#server/platform/storage/stores.ts';
import { parseArguments } from '../parse-arguments.ts';
import { printText } from '../run-command.ts';

const usage = `npm run history -- public-key

Prints the public key that verifies the seals, in PEM. Keep it out of reach of anyone who can write the log, and verify with it:
npm run history -- verify --public-key FILE
`;

/** Throws StartupError where there is none. */
export async function printPublicKey(args: string[]): Promise<void> {
  const options = { help: { type: 'boolean', short: 'h' } } as const;
  if (parseArguments({ args, options }, 'history -- public-key').values.help === true) {
    await printText(usage);
    return;
  }
  const storageConfig = loadStorageConfig(process.env);
  await (await openStoredLog(storageConfig)).close();
  const documents = openDocumentsLazily(storageConfig);
  try {
    const key = await findPublicSealKey(documents);
    if (key === null) throw new StartupError('There is no key of seals yet: a server makes it at its first start');
    await printText(key.publicKey);
  } finally {
    await documents.close();
  }
}
