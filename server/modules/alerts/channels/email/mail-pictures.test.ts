import { describe, expect, it } from 'vitest';
import { createListingView } from '#domain/alert/testing/examples.ts';
import type { ViewReader } from '#projections/store/port.ts';
import { addPictures, readLogo } from './mail-pictures.ts';

const unused = () => Promise.reject(new Error('not expected'));
/** Listings with one picture each, by id. */
const viewsOf = (pictureIds: Record<string, string>): ViewReader => ({
  get: unused,
  // The reader has no types: these are the documents of the view.
  getMany: (_view, ids) =>
    Promise.resolve(ids.map((id) => ({ id, status: 'found', pictureIds: [pictureIds[id]].filter(Boolean) }) as never)),
  list: unused,
  count: unused,
  countBy: unused,
});
const pictures = { read: (id: string) => Promise.resolve(id === 'gone' ? null : Buffer.from(id)) };

describe('the pictures of a mail', () => {
  it('The pictures of a mail travel with it, and types without one share a drawing', async () => {
    const views = viewsOf({ 'l-1': 'aa', 'l-2': 'gone' });
    const listings = ['l-1', 'l-2', 'l-3'].map((id) => createListingView({ id }));
    const mail = await addPictures({ views, pictures }, listings);
    expect(mail.listings.map(({ cid }) => cid)).toEqual(['picture-aa', 'art-house', 'art-house']);
    expect(mail.attachments.map(({ cid, contentType }) => [cid, contentType])).toEqual([
      ['picture-aa', 'image/jpeg'],
      ['art-house', 'image/jpeg'],
    ]);
    expect(mail.attachments[0]?.content).toEqual(Buffer.from('aa'));
  });

  it('The pictures of a mail are at most ten', async () => {
    const ids = Array.from({ length: 12 }, (_none, index) => `l-${index}`);
    const views = viewsOf(Object.fromEntries(ids.map((id) => [id, `p${id}`])));
    const { attachments } = await addPictures(
      { views, pictures },
      ids.map((id) => createListingView({ id, propertyType: 'raw land' })),
    );
    expect(attachments.map(({ cid }) => cid).slice(9)).toEqual(['picture-pl-9', 'art-raw-land']);
  });

  it.each(['house', 'mobile home', 'raw land', 'tiny home'] as const)(
    'The pictures of a mail include a drawing of a %s, and the logo',
    async (propertyType) => {
      const { attachments } = await addPictures({ views: viewsOf({}), pictures }, [
        createListingView({ propertyType }),
      ]);
      expect(attachments[0]?.content.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
      expect((await readLogo()).content.toString('latin1', 1, 4)).toBe('PNG');
    },
  );
});
