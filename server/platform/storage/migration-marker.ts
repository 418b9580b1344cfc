import type { Documents } from '#projections/store/port.ts';
import { StartupError } from '#server/lib/errors.ts';

/** Where it is written down that data are on their way into these stores. */
export const migrationMarkerSpace = 'unfinished-move';
const id = 'target';

export function markMigrationStarted(documents: Documents): Promise<void> {
  return documents.put(migrationMarkerSpace, { id });
}

export function clearMigrationMarker(documents: Documents): Promise<void> {
  return documents.remove(migrationMarkerSpace, id);
}

/** A server at work on half an installation would make it another one. Throws StartRefused. */
export async function assertNoUnfinishedMigration(documents: Documents, where: string): Promise<void> {
  if ((await documents.get(migrationMarkerSpace, id)) === null) return;
  throw new StartupError(
    `${where} was copied into in part only: run the same \`npm run migrate\` again until it says that all is there`,
  );
}
