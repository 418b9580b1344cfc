import { documentSpaces } from '#projections/store/document-spaces.ts';
import { listAll } from '#projections/store/list-all.ts';
import type { Documents } from '#projections/store/port.ts';
import { delay } from '#server/lib/delay.ts';
import { StartupError } from '#server/lib/errors.ts';
import { maxSilenceMs, type PresenceDoc } from './presence.ts';

const space = documentSpaces.presence;
const pollMs = 250;

type PresentDocuments = Pick<Documents, 'list' | 'removeAll'>;

/**
 * Waits until it is certain that those who left their presence behind were killed. Throws StartupError where a process
 * of any role is alive on these documents. `where` names them in its message.
 */
export async function assertAlone(documents: PresentDocuments, where: string, waitMs = maxSilenceMs): Promise<void> {
  const presences = await listAll<PresenceDoc>(documents, space);
  if (presences.length === 0) return;
  const beats = new Map(presences.map(({ id, beat }) => [id, beat]));
  // Looks are counted, as this process may be suspended between two of them.
  for (let looksLeft = Math.ceil(waitMs / pollMs); looksLeft > 0; looksLeft -= 1) {
    await delay(pollMs);
    const alive = (await listAll<PresenceDoc>(documents, space)).filter(({ id, beat }) => beats.get(id) !== beat);
    if (alive.length > 0) throw createAtWorkError(where, alive);
  }
  await documents.removeAll(
    space,
    presences.map(({ id }) => id),
  );
}

function createAtWorkError(where: string, alive: PresenceDoc[]): StartupError {
  const roles = [...new Set(alive.map(({ role, version }) => `${role} ${version}`))].join(', ');
  return new StartupError(`A server is at work on ${where} (${roles}): stop all of them, and run it again`);
}
