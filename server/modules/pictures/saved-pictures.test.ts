import { beforeEach, describe, expect, it } from 'vitest';
import { setUpServer } from '#server/testing/set-up-server.ts';
import type { PictureFetcher } from './picture-fetcher.ts';
import { createSavedPictures, savedListingsId, type SavedPictures } from './saved-pictures.ts';
import { createPng } from './testing/sample-pictures.ts';

const server = setUpServer();

describe('the picture of a saved listing', () => {
  let asked: string[];
  let saved: SavedPictures;
  beforeEach(() => {
    asked = [];
    const fetcher: PictureFetcher = {
      fetch: (address) => {
        asked.push(address);
        return address.endsWith('none') ? Promise.reject(new Error('404')) : Promise.resolve(createPng(40, 30));
      },
      close: () => Promise.resolve(),
    };
    saved = createSavedPictures({ ...server.context, openFetcher: () => Promise.resolve(fetcher) });
  });

  it('The picture of a saved listing is fetched once, and deleted with its user', async () => {
    const reads = await Promise.all([1, 2].map(() => saved.read('ann', 'https://x.com/a', 'small')));
    expect(reads.map((bytes) => bytes?.subarray(0, 2).toString('hex'))).toEqual(['ffd8', 'ffd8']);
    expect(asked).toEqual(['https://x.com/a']);
    await server.context.pictures.removeOf(savedListingsId('ann'));
    expect(await server.context.pictures.listOf(savedListingsId('ann'))).toEqual([]);
  });

  it('The picture of a saved listing that cannot be had is not asked for again at once', async () => {
    expect(await saved.read('ann', 'https://x.com/none', 'small')).toBeNull();
    expect(await saved.read('ann', 'https://x.com/none', 'large')).toBeNull();
    expect(await saved.preview('https://x.com/none')).toBeNull();
    expect(asked).toEqual(['https://x.com/none']);
  });

  it('The picture of a saved listing is linked in the list, and missing where its site cannot be reached', async () => {
    const root = await server.adminClient();
    const member = server.newClient();
    const { id } = await member.register('ann@example.com');
    const row = { title: 'Barn', price: '9k', details: '', link: '', imageUrl: 'http://127.0.0.1:1/a.jpg' };
    await root.patch(`/api/admin/users/${id}/listings`, {
      recentListings: [{ ...row, timestamp: '2026-01-01T00:00:00.000Z' }],
    });
    const [shown] = JSON.parse((await member.get('/api/listings/recent')).text) as { pictures: { small: string } }[];
    expect(shown?.pictures.small).toMatch(/^\/api\/pictures\/saved-0-2026/);
    expect((await member.get(shown?.pictures.small ?? '')).status).toBe(404);
    expect((await root.get('/api/admin/picture-preview?address=http%3A%2F%2F127.0.0.1%2Fa.jpg')).status).toBe(404);
    expect((await root.get('/api/admin/picture-preview?address=javascript%3A1')).status).toBe(400);
  });
});
