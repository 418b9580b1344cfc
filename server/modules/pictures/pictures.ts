import { createHash, randomUUID } from 'node:crypto';
import { pictureStream } from '#domain/event-catalog/streams.ts';
import { listingPictures } from '#domain/picture/decider.ts';
import { type PictureSize, pictureSizes } from '#domain/picture/contract.ts';
import type { Blobs } from '#projections/store/blobs/port.ts';
import { documentSpaces } from '#projections/store/document-spaces.ts';
import { listAll } from '#projections/store/list-all.ts';
import { dayMs } from '#server/lib/clock.ts';
import type { Platform } from '#server/platform/modules/platform.ts';
import { processPicture } from './process-picture.ts';

const space = documentSpaces.pictures;

/**
 * What a picture belongs to. One that was uploaded for an offer has no listing before the offer was sent; one of an
 * announcement never has. `keptAt` in ms since 1970.
 */
export type PictureDoc = {
  id: string;
  use: 'fetched' | 'uploaded' | 'announced' | 'saved';
  listingId: string | null;
  keptAt: number;
  /** Of a listing that an admin saved: tells its addresses apart. */
  addressHash?: string;
};
type PictureOwner = Pick<PictureDoc, 'use' | 'listingId' | 'addressHash'>;

export type Pictures = ReturnType<typeof createPictures>;
type PicturesDeps = Pick<Platform, 'documents' | 'handle' | 'clock'> & { blobs: Blobs };

/** Pictures in two sizes each, re-encoded by ourselves: no byte of another site reaches a browser. */
export function createPictures({ blobs, documents, handle, clock }: PicturesDeps) {
  const find = (id: string) => documents.get<PictureDoc>(space, id);
  const listOf = (listingId: string) => listAll<PictureDoc>(documents, space, { listingId });
  const removeAll = async (docs: readonly PictureDoc[]) => {
    for (const { id } of docs) {
      // The document is last: after a crash the rest is found by it.
      for (const size of pictureSizes) await blobs.remove(nameBlob(id, size));
      await documents.remove(space, id);
    }
  };
  const show = (listingId: string, pictureIds: string[]) =>
    handle(
      listingPictures,
      pictureStream(listingId),
      { type: 'ChangePictures', data: { listingId, pictureIds } },
      { actor: 'system', commandId: randomUUID() },
    );

  /** Keeps what a picture shows; the same one of the same owner gets the same id. Throws UnreadablePicture. */
  const add = async (bytes: Buffer, owner: PictureOwner): Promise<{ id: string; small: Buffer }> => {
    const files = await processPicture(bytes);
    // Uploads of two people must not share an id, however equal they are.
    const salt = owner.use === 'uploaded' ? randomUUID() : '';
    const hash = createHash('sha256').update(JSON.stringify([owner.use, owner.listingId, salt]));
    const id = hash.update(files.large).digest('hex').slice(0, 32);
    // The document is first: after a crash the rest is removed by it.
    const doc: PictureDoc = { id, ...owner, keptAt: clock().getTime() };
    await documents.put(space, doc);
    for (const size of pictureSizes) await blobs.put(nameBlob(id, size), files[size]);
    return { id, small: files.small };
  };

  return {
    find,
    listOf,
    /** Shows these pictures of a listing, the first one on its card. */
    show,
    read: (id: string, size: PictureSize) => blobs.get(nameBlob(id, size)),
    add,
    /** Of an announcement: for everyone who is signed in. Throws UnreadablePicture. */
    addAnnounced: (bytes: Buffer) => add(bytes, { use: 'announced', listingId: null }),
    /** Deletes the pictures of announcements other than these. */
    keepAnnounced: async (ids: readonly string[]): Promise<void> => {
      const announced = await listAll<PictureDoc>(documents, space, { use: 'announced' });
      await removeAll(announced.filter(({ id }) => !ids.includes(id)));
    },
    /** Uploads become those of an offer's listing; ids that are unknown or belong to another one are left out. */
    claim: async (ids: readonly string[], listingId: string): Promise<string[]> => {
      const claimed: string[] = [];
      for (const id of ids) {
        const doc = await find(id);
        if (doc?.use !== 'uploaded' || doc.listingId !== null) continue;
        const next: PictureDoc = { ...doc, listingId };
        if (await documents.compareAndSet(space, doc, next)) claimed.push(id);
      }
      return claimed;
    },
    /** Deletes all pictures of a listing. */
    removeOf: async (listingId: string): Promise<void> => {
      const docs = await listOf(listingId);
      if (docs.length === 0) return;
      await show(listingId, []);
      await removeAll(docs);
    },
    /** Deletes uploads whose offer was not sent within a day. */
    purgeUnclaimed: async (): Promise<void> => {
      const cutoff = clock().getTime() - dayMs;
      const unclaimed = await listAll<PictureDoc>(documents, space, { use: 'uploaded', listingId: null });
      await removeAll(unclaimed.filter(({ keptAt }) => keptAt < cutoff));
    },
  };
}

/** The name of a picture's file. */
export function nameBlob(id: string, size: PictureSize): string {
  return `${id}-${size}`;
}
