import type { Documents } from '#projections/store/port.ts';
import { StartupError } from '#server/lib/errors.ts';
import { documentSpaces } from '#projections/store/document-spaces.ts';

/** The marker of an unfinished migration into these stores. */
export const migrationMarkerSpace = documentSpaces.migration;
const id = 'target';

export function markMigrationStarted(documents: Documents): Promise<void> {
  return documents.put(migrationMarkerSpace, { id });
}

export function clearMigrationMarker(documents: Documents): Promise<void> {
  return documents.remove(migrationMarkerSpace, id);
}

/** A server on half an installation would make it a different one. Throws StartupError. */
export async function assertNoUnfinishedMigration(documents: Documents, where: string): Promise<void> {
  if ((await documents.get(migrationMarkerSpace, id)) === null) return;
  throw new StartupError(
    `${where} was copied into in part only: run the same \`npm run migrate\` again until it says that all is there`,
  );
}
