import { hash } from 'node:crypto';
import type { PictureSize } from '#domain/picture/contract.ts';
import type { Clock } from '#server/lib/clock.ts';
import { createKeyedMutex } from '#server/lib/keyed-mutex.ts';
import type { PictureFetcher } from './picture-fetcher.ts';
import { processPicture } from './process-picture.ts';
import type { Pictures } from './pictures.ts';

const timeoutMs = 15_000;
/** In ms: how long a picture that could not be had is not asked for again. */
const failureTtlMs = 600_000;
const maxFailures = 1000;

export type SavedPictures = ReturnType<typeof createSavedPictures>;
export type SavedPicturesDeps = {
  pictures: Pick<Pictures, 'listOf' | 'add' | 'read'>;
  openFetcher: () => Promise<PictureFetcher>;
  clock: Clock;
};

/** What holds the pictures of the listings that admins saved for a user. */
export const savedListingsId = (userId: string) => `saved-${userId}`;

/** Pictures of listings that an admin typed in, read when they are asked for. */
export function createSavedPictures({ pictures, openFetcher, clock }: SavedPicturesDeps) {
  const userMutex = createKeyedMutex();
  const failures = new Map<string, number>();

  const fetchPicture = async (address: string): Promise<Buffer | null> => {
    const now = clock().getTime();
    if ((failures.get(address) ?? 0) > now) return null;
    const fetcher = await openFetcher();
    try {
      return await fetcher.fetch(address, { allowPrivate: false, signal: AbortSignal.timeout(timeoutMs) });
    } catch {
      if (failures.size >= maxFailures) failures.clear();
      failures.set(address, now + failureTtlMs);
      return null;
    } finally {
      await fetcher.close();
    }
  };

  return {
    /** Of one of a user's saved listings: fetched once. Null where it cannot be had. */
    read: (userId: string, address: string, size: PictureSize): Promise<Buffer | null> =>
      userMutex(userId, async () => {
        const listingId = savedListingsId(userId);
        // The address is personal data; its hash only shows whether it is the same.
        const addressHash = hash('sha256', `${userId} ${address}`, 'hex');
        const savedPicture = (await pictures.listOf(listingId)).find((doc) => doc.addressHash === addressHash);
        if (savedPicture) return pictures.read(savedPicture.id, size);
        const bytes = await fetchPicture(address);
        const added = bytes && (await pictures.add(bytes, { use: 'saved', listingId, addressHash }).catch(() => null));
        return added && pictures.read(added.id, size);
      }),
    /** For an admin who types the address: nothing is kept. */
    preview: async (address: string): Promise<Buffer | null> => {
      const bytes = await fetchPicture(address);
      const files = bytes && (await processPicture(bytes).catch(() => null));
      return files?.small ?? null;
    },
  };
}
