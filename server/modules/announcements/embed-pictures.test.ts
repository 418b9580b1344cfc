import { describe, expect, it } from 'vitest';
import { embedPictures } from './embed-pictures.ts';

const id = '0f3c5d7e9b1a2c4d6e8f0a1b2c3d4e5f';
const ours = `/api/pictures/${id}?size=large`;

function embed(html: string) {
  const deps = {
    pictures: {
      addAnnounced: () => Promise.resolve({ id, small: Buffer.alloc(0) }),
    },
    openFetcher: () =>
      Promise.resolve({
        fetch: (address: string) =>
          address.includes('gone') ? Promise.reject(new Error('404')) : Promise.resolve(Buffer.from('x')),
        close: () => Promise.resolve(),
      }),
  };
  return embedPictures(deps, html);
}

describe('the pictures of an announcement', () => {
  it('The pictures of an announcement are stored with us', async () => {
    const { message, leftOutPictures, pictureIds } = await embed(
      '<p>Map: <img src="https://x.com/a.png?a=1&amp;b=2" alt="A map" /></p>',
    );
    expect(message).toBe(`<p>Map: <img src="${ours}" alt="A map" /></p>`);
    expect([leftOutPictures, pictureIds]).toEqual([[], [id]]);
  });

  it('The pictures of an announcement are left out and named where they cannot be loaded', async () => {
    const { message, leftOutPictures, pictureIds } = await embed('<p>a<img src="https://x.com/gone.png" />b</p>');
    expect([message, leftOutPictures, pictureIds]).toEqual(['<p>ab</p>', ['https://x.com/gone.png'], []]);
  });

  it('The pictures of an announcement stay where it is published again', async () => {
    const html = `<p>New text<img src="${ours}" /></p>`;
    const { message, leftOutPictures, pictureIds } = await embed(html);
    expect([message, leftOutPictures, pictureIds]).toEqual([html, [], [id]]);
  });

  it('The pictures of an announcement may have their address as their text, too', async () => {
    const address = 'https://x.com/a.png';
    const { message } = await embed(`<img alt="${address}" src="${address}" />`);
    expect(message).toBe(`<img alt="${address}" src="${ours}" />`);
  });
});
