import { pictureSizes } from '#domain/picture/contract.ts';
import type { Blobs } from '#projections/store/blobs/port.ts';
import { documentSpaces } from '#projections/store/document-spaces.ts';
import { readPages } from '#projections/store/list-all.ts';
import type { Documents } from '#projections/store/port.ts';
import { nameBlob } from '#server/modules/pictures/pictures.ts';

type BlobSide = { documents: Pick<Documents, 'list'>; blobs: Blobs };

/** Copies the files of all pictures. Resolves to the number of pictures. */
export async function copyBlobs(source: BlobSide, target: Pick<BlobSide, 'blobs'>): Promise<number> {
  let count = 0;
  for await (const docs of readPages(source.documents, documentSpaces.pictures)) {
    for (const name of docs.flatMap(({ id }) => pictureSizes.map((size) => nameBlob(id, size)))) {
      const bytes = await source.blobs.get(name);
      if (bytes !== null) await target.blobs.put(name, bytes);
    }
    count += docs.length;
  }
  return count;
}
