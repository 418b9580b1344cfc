import { StartRefused } from '#server/lib/errors.ts';
import { publicSealKey } from '#server/modules/audit/hash-chain/seal-key.ts';
import { loadPlaces } from '#server/platform/config/places.ts';
import { documentsWhenNeeded } from '#server/platform/storage/stores.ts';
import { argumentsOf } from '../arguments.ts';
import { print } from '../run.ts';

const usage = `npm run history -- public-key

Prints the public key of the seals, in PEM. Keep it where the keeper of the log cannot reach it, and verify with it:
npm run history -- verify --public-key FILE
`;

/** Throws StartRefused where there is none. */
export async function command(args: string[]): Promise<void> {
  const options = { help: { type: 'boolean', short: 'h' } } as const;
  if (argumentsOf({ args, options }, 'history -- public-key').values.help === true) {
    await print(usage);
    return;
  }
  const documents = documentsWhenNeeded(loadPlaces(process.env));
  try {
    const key = await publicSealKey(documents);
    if (key === null) throw new StartRefused('There is no key of seals yet: a server makes it at its first start');
    await print(key.publicKey);
  } finally {
    await documents.close();
  }
}
