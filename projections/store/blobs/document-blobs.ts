import { documentSpaces } from '../document-spaces.ts';
import type { Documents } from '../port.ts';
import type { Blobs } from './port.ts';

const space = documentSpaces.blobs;
type BlobDoc = { id: string; base64: string };

/** A document each, so that all processes that share a database share them. */
export function createDocumentBlobs(documents: Pick<Documents, 'get' | 'put' | 'remove'>): Blobs {
  return {
    put: (id, bytes) => {
      const doc: BlobDoc = { id, base64: bytes.toString('base64') };
      return documents.put(space, doc);
    },
    get: async (id) => {
      const doc = await documents.get<BlobDoc>(space, id);
      return doc && Buffer.from(doc.base64, 'base64');
    },
    remove: (id) => documents.remove(space, id),
  };
}
