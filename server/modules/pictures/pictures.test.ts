import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MemberListing } from '#domain/member-listing/contract.ts';
import type { FoundListing } from '#domain/listing/found-listings.contract.ts';
import type { TestClient } from '#server/testing/test-client.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { startPictureSite } from './testing/picture-site.ts';
import { createPng } from './testing/sample-pictures.ts';

const columns = ['Id', 'Title', 'Price', 'Zip', 'Picture'];
const mapping = {
  title: '{Title}',
  link: 'https://c.example.com/{Id}',
  price: '{Price}',
  zipCode: '{Zip}',
  imageUrl: '{Picture}',
};

describe('the picture of a listing', () => {
  let folder: string;
  let site: Awaited<ReturnType<typeof startPictureSite>>;
  let server: TestServer;
  let member: TestClient;
  let root: TestClient;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pictures-'));
    site = await startPictureSite();
    site.files.set('/house.png', createPng(800, 600));
    site.files.set('/page.png', Buffer.from('<!doctype html>'));
    const source = { basis: 'public record', kind: 'csv', everySeconds: 1, mapping };
    const open = { ...source, id: 'open', file: 'open.csv', allowPrivate: true };
    const feeds = [open, { ...source, id: 'strict', file: 'strict.csv' }];
    await writeFile(join(folder, 'feeds.json'), JSON.stringify(feeds));
    for (const { file } of feeds) await writeFile(join(folder, file), columns.join());
    server = await startTestServer({ FEEDS: join(folder, 'feeds.json') });
    root = await server.adminClient();
    member = server.newClient();
    const { id } = await member.register('near@example.com');
    await member.patch('/api/profile', { zipCode: '48201' });
    await root.patch(`/api/admin/users/${id}/membership`, { status: 'active' });
    await offer('open', '1,Brick bungalow at 12 Elm Street', '/house.png');
  });
  afterAll(async () => {
    await server.stop();
    site.close();
    await rm(folder, { recursive: true });
  });

  const offer = (feed: string, row: string, path: string) =>
    writeFile(join(folder, `${feed}.csv`), [columns.join(), `${row},$20k,48204,${site.url}${path}`].join('\n'));
  const findShown = async (words: string) => {
    const shown = JSON.parse((await member.get('/api/listings')).text) as MemberListing[];
    return shown.find(({ title }) => title.includes(words));
  };
  const waitForPictures = async (words: string) => {
    await expect.poll(async () => (await findShown(words))?.pictures ?? null).not.toBeNull();
    return (await findShown(words))?.pictures ?? { small: '', large: '' };
  };

  it('The picture of a listing is served by us, in two sizes that a browser may keep', async () => {
    const { small, large } = await waitForPictures('Elm');
    expect(small).toMatch(/^\/api\/pictures\/[0-9a-f]{32}\?size=small$/);
    const types: Record<string, string> = { [small]: 'image/jpeg', [large]: 'image/webp' };
    for (const [path, type] of Object.entries(types)) {
      const { status, headers } = await member.get(path);
      expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
        200,
        type,
        'private, max-age=31536000, immutable',
      ]);
    }
    expect(site.asked.filter((path) => path === '/house.png')).toHaveLength(1);
  });

  it('The picture of a listing is shown to admins and to the members who were alerted of it, and to no one else', async () => {
    const { small } = await waitForPictures('Elm');
    const stranger = server.newClient();
    expect((await stranger.get(small)).status).toBe(401);
    await stranger.register('stranger@example.com');
    expect((await stranger.get(small)).status).toBe(404);
    expect((await root.get(small)).status).toBe(200);
    expect((await root.get('/api/pictures/unknown')).status).toBe(404);
    expect((await root.get(small.replace('small', 'huge'))).status).toBe(400);
    const [found] = JSON.parse((await root.get('/api/admin/listings')).text) as FoundListing[];
    expect(found?.pictures?.small).toBe(small);
  });

  it('The picture of a listing stays away where it is none or where a feed may not read it, and the alert is sent', async () => {
    await offer('strict', '2,Brick bungalow at 98 Oak Street', '/house.png');
    await expect.poll(() => findShown('Oak')).toMatchObject({ pictures: null });
    await offer('open', '3,Brick bungalow at 7 Ash Street', '/page.png');
    await expect.poll(() => findShown('Ash')).toMatchObject({ pictures: null });
    await expect.poll(() => site.asked.includes('/page.png')).toBe(true);
    await expect.poll(() => server.context.documents.count('outbox', { channel: 'picture' })).toBe(1);
    expect(await findShown('Ash')).toMatchObject({ pictures: null });
    expect(site.asked.filter((path) => path === '/house.png')).toHaveLength(1);
  });

  it('The picture of a listing is deleted with it', async () => {
    const { small } = await waitForPictures('Elm');
    const id = (await findShown('Elm'))?.id ?? '';
    await server.context.pictures.removeOf(id);
    await expect.poll(async () => (await findShown('Elm'))?.pictures).toBeNull();
    expect((await member.get(small)).status).toBe(404);
    expect(await server.context.pictures.read(small.slice(14, 46), 'small')).toBeNull();
  });
});
