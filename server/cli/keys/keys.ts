import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { endRotation, isRotatedTo, rotate } from '#server/platform/encryption/rotation.ts';
import { generatedKey, keyInFolder, putKey } from '#server/platform/encryption/key-file.ts';
import { StartRefused } from '#server/lib/errors.ts';
import { loadPlaces, type Places } from '#server/platform/config/places.ts';
import { openLog, openStores, type Stores } from '#server/platform/storage/stores.ts';
import { refuseUnfinishedMove } from '#server/platform/storage/unfinished-move.ts';
import { encryptedStores } from '../encrypted-stores.ts';
import { nameOf } from '../migrate/report.ts';
import { takeTurns } from '../migrate/turns.ts';
import { keysCommand, newKeyIn, usage } from './keys-options.ts';
import { print, run } from '../run.ts';

const file = 'credential.key';
/** Where the next key lies until all is sealed under it. */
const nextFile = 'credential-next.key';

await run(async () => {
  const command = keysCommand(process.argv.slice(2));
  if (command === 'help') {
    await print(usage);
    return;
  }
  const places = loadPlaces(process.env);
  await onStores(places, (stores) => rotated(places, stores));
});

/** Works on the stores while no server does. */
async function onStores(places: Places, work: (stores: Stores) => Promise<void>): Promise<void> {
  await (await openLog(places)).close();
  const stores = await openStores(places);
  try {
    const turns = await takeTurns([{ ...stores, name: nameOf(places) }]);
    try {
      await refuseUnfinishedMove(stores.documents, nameOf(places));
      await work(stores);
    } finally {
      await turns.release();
    }
  } finally {
    await stores.close();
  }
}

async function rotated(places: Places, { documents, scrub }: Stores): Promise<void> {
  const where = nameOf(places);
  const from = currentKey(places);
  if (!(await isRotatedTo(documents, from))) {
    const to = newKeyIn(process.env) ?? madeKey(places);
    const done = await rotate({ documents, stores: encryptedStores, where, from, to, onProgress: progress() });
    if (keyInFolder(places.dataDir, file) === from) moveKey(places, to);
    await print(`${done.toLocaleString('en-US')} secrets are sealed under the new key\n`);
  }
  rmSync(join(resolve(places.dataDir), nextFile), { force: true });
  await endRotation(documents);
  await scrub();
  const isGiven = keyInFolder(places.dataDir, file) === null;
  await print(
    isGiven
      ? 'Done: from now on CREDENTIAL_KEY is what CREDENTIAL_KEY_NEW was. The old key opens nothing of this any more, but your old backups.\n'
      : `Done: the new key lies in ${join(resolve(places.dataDir), file)}. The old key opens nothing of this any more, but your old backups.\n`,
  );
}

function currentKey({ credentialKey, dataDir }: Places): string {
  const key = credentialKey ?? keyInFolder(dataDir, file);
  if (key !== null) return key;
  throw new StartRefused('CREDENTIAL_KEY must be given: the one that the servers are started with');
}

/** Only a key that lies in the data folder can be followed by one that nobody was told. Throws StartRefused. */
function madeKey({ credentialKey, dataDir }: Places): string {
  if ((credentialKey ?? null) === null) return generatedKey(dataDir, nextFile);
  throw new StartRefused(
    'CREDENTIAL_KEY_NEW must be given: 32 bytes in base64, such as `openssl rand -base64 32` prints',
  );
}

/** The key that lies in the folder becomes the new one, wherever that came from. */
function moveKey({ dataDir }: Places, to: string): void {
  putKey(dataDir, file, to);
}

/** Says every second how far it has come. */
function progress() {
  let last = performance.now();
  return (count: number) => {
    if (performance.now() - last < 1_000) return;
    last = performance.now();
    process.stderr.write(`${count.toLocaleString('en-US')} done\n`);
  };
}
