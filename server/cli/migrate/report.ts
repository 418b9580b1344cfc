import { resolve } from 'node:path';
import type { Places } from '#server/platform/config/places.ts';
import type { Moved } from './installation.ts';
import type { Move } from './options.ts';

const count = (number: number) => number.toLocaleString('en-US');

/** What to call a side. Addresses may carry passwords, and are not told. */
export function nameOf({ dataDir, eventStoreUrl }: Places): string {
  return eventStoreUrl === null ? `DATA_DIR ${resolve(dataDir)}` : 'EVENTSTORE_URL and MONGODB_URL';
}

export function moveReport({ source, target }: Move, { before, copied, log, documents }: Moved): string {
  return `${count(copied)} events copied, ${count(before)} were there already.
The same in ${nameOf(source)}
and in      ${nameOf(target)}:
  log        ${count(log.count).padStart(10)}  SHA-256 ${log.sha256}
  documents  ${count(documents.count).padStart(10)}  SHA-256 ${documents.sha256}
Start the server on the copy with the same CREDENTIAL_KEY: it builds its views first, and everybody signs in again.
Do not start it on the source again: what happens there would be missing here.
`;
}
