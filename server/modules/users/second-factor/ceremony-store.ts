import { randomUUID } from 'node:crypto';
import { documentSpaces } from '#projections/store/document-spaces.ts';
import type { Documents } from '#projections/store/port.ts';
import { updateDocument } from '#projections/store/update-document.ts';
import type { Clock } from '#server/lib/clock.ts';

const space = documentSpaces.passkeyCeremonies;
const lifetimeMs = 5 * 60_000;

export type Purpose = 'add' | 'sign-in' | 'prove';
/** One exchange with an authenticator; `userId` is null for a sign-in by a passkey alone. It is used once. */
type Ceremony = { id: string; purpose: Purpose; challenge: string; userId: string | null; expires: number };

/** The challenges that authenticators are to sign. */
export function createCeremonyStore({ documents, clock }: { documents: Documents; clock: Clock }) {
  return {
    begin: async (about: Pick<Ceremony, 'purpose' | 'userId'>, options: { challenge: string }) => {
      const { challenge } = options;
      const ceremony: Ceremony = { id: randomUUID(), challenge, expires: clock().getTime() + lifetimeMs, ...about };
      const expires = () => Date.now() + lifetimeMs;
      await updateDocument<Ceremony, Ceremony>(documents, { space, id: ceremony.id, expires }, () => ceremony);
      return { ceremonyId: ceremony.id, options: { ...options, challenge } };
    },
    /** Null for one that has expired, was used, or was begun for something else. */
    take: async (ceremonyId: string, purpose: Purpose): Promise<Ceremony | null> => {
      const found = await documents.get<Ceremony>(space, ceremonyId);
      if (found?.purpose !== purpose || found.expires < clock().getTime()) return null;
      return (await documents.compareAndSet(space, found, null)) ? found : null;
    },
  };
}
