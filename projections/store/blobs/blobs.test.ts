import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openMongoDocuments } from '../mongo/mongo.ts';
import { openSqliteDocuments } from '../sqlite/sqlite.ts';
import { createTestDatabase, isServerMissing } from '../testing/test-database.ts';
import { createDocumentBlobs } from './document-blobs.ts';
import { createFileBlobs } from './file-blobs.ts';
import type { Blobs } from './port.ts';
import { createTestFolder } from '#server/lib/testing/temporary-folder.ts';

type OpenBlobs = (folder: string) => { blobs: Blobs; close: () => Promise<void> };
const adapters: [string, OpenBlobs][] = [
  ['files', (folder) => ({ blobs: createFileBlobs(join(folder, 'blobs')), close: () => Promise.resolve() })],
  [
    'documents',
    (folder) => {
      const documents = openSqliteDocuments(join(folder, 'documents.sqlite'));
      return { blobs: createDocumentBlobs(documents), close: documents.close };
    },
  ],
  [
    'MongoDB',
    () => {
      const { url, drop } = createTestDatabase();
      const documents = openMongoDocuments(url);
      const close = async () => {
        await documents.close();
        await drop();
      };
      return { blobs: createDocumentBlobs(documents), close };
    },
  ],
];

let folder: string;
beforeEach(() => {
  folder = createTestFolder();
});

describe.each(adapters.filter(([name]) => name !== 'MongoDB' || !isServerMissing))('blobs in %s', (name, open) => {
  it(`Blobs in ${name} are read as they were written, replaced, and removed`, async () => {
    const { blobs, close } = open(folder);
    const bytes = Buffer.from(Array.from({ length: 256 }, (_none, index) => index));
    expect(await blobs.get('a1-small')).toBeNull();
    await blobs.put('a1-small', bytes);
    expect(await blobs.get('a1-small')).toEqual(bytes);
    // Larger than any picture, as it is stored here.
    const large = randomBytes(3_000_000);
    await blobs.put('a1-large', large);
    expect((await blobs.get('a1-large'))?.equals(large)).toBe(true);
    expect(await blobs.get('a1-small')).toEqual(bytes);
    await blobs.put('a1-small', Buffer.from('other'));
    expect(await blobs.get('a1-small')).toEqual(Buffer.from('other'));
    await blobs.remove('a1-small');
    await blobs.remove('a1-small');
    expect(await blobs.get('a1-small')).toBeNull();
    await close();
  });
});

it('Blobs in files leave no drafts behind', async () => {
  const blobs = createFileBlobs(join(folder, 'blobs'));
  await Promise.all([1, 2, 3].map(() => blobs.put('a1-small', Buffer.from('x'))));
  expect(await readdir(join(folder, 'blobs', 'a1'))).toEqual(['a1-small']);
});
