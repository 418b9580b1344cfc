import { describe, expect, it } from 'vitest';
import { embedPictures } from './embed-pictures.ts';

const id = '0f3c5d7e9b1a2c4d6e8f0a1b2c3d4e5f';
const ours = `/api/pictures/${id}?size=large`;

function embed(html: string) {
  const kept: (readonly string[])[] = [];
  const deps = {
    pictures: {
      addAnnounced: () => Promise.resolve({ id, small: Buffer.alloc(0) }),
      keepAnnounced: (ids: readonly string[]) => Promise.resolve(void kept.push(ids)),
    },
    openFetcher: () =>
      Promise.resolve({
        fetch: (address: string) =>
          address.includes('gone') ? Promise.reject(new Error('404')) : Promise.resolve(Buffer.from('x')),
        close: () => Promise.resolve(),
      }),
  };
  return embedPictures(deps, html).then((embedded) => ({ ...embedded, kept }));
}

describe('the pictures of an announcement', () => {
  it('The pictures of an announcement are stored with us', async () => {
    const { message, leftOutPictures, kept } = await embed(
      '<p>Map: <img src="https://x.com/a.png?a=1&amp;b=2" alt="A map" /></p>',
    );
    expect(message).toBe(`<p>Map: <img src="${ours}" alt="A map" /></p>`);
    expect([leftOutPictures, kept]).toEqual([[], [[id]]]);
  });

  it('The pictures of an announcement are left out and named where they cannot be loaded', async () => {
    const { message, leftOutPictures, kept } = await embed('<p>a<img src="https://x.com/gone.png" />b</p>');
    expect([message, leftOutPictures, kept]).toEqual(['<p>ab</p>', ['https://x.com/gone.png'], [[]]]);
  });

  it('The pictures of an announcement stay where it is published again', async () => {
    const html = `<p>New text<img src="${ours}" /></p>`;
    const { message, leftOutPictures, kept } = await embed(html);
    expect([message, leftOutPictures, kept]).toEqual([html, [], [[id]]]);
  });
});
