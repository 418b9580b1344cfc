import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ListingView } from '#domain/listing/contract.ts';
import { startTestServer } from '#server/testing/test-server.ts';

it('A row that is added to a feed alerts the members whom it fits, once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'feeds-'));
  const mapping = { title: '{Title}', link: 'https://c.example.com/{Id}', price: '{Price}', zipCode: '{Zip}' };
  const feed = { id: 'county', basis: 'public record', kind: 'csv', file: 'list.csv', everySeconds: 1, mapping };
  await writeFile(join(folder, 'feeds.json'), JSON.stringify([feed]));
  const rows = ['Id,Title,Price,Zip', '1,Brick bungalow at 12 Elm Street,$20k,48204'];
  const write = () => writeFile(join(folder, 'list.csv'), rows.join('\n'));
  await write();
  const server = await startTestServer({ FEEDS: join(folder, 'feeds.json') });
  const root = await server.adminClient();
  const member = server.newClient();
  const { id } = await member.register('near@example.com');
  await member.patch('/api/profile', { zipCode: '48201' });
  // A row from before the membership is not matched retroactively.
  await expect.poll(() => server.context.documents.get('feed-states', 'county')).not.toBeNull();
  await root.patch(`/api/admin/users/${id}/membership`, { status: 'active' });

  rows.push('2,Brick bungalow at 98 Oak Street,$21k,48204', '2,Brick bungalow at 98 Oak Street,$21k,48204');
  await write();
  const recent = async () => {
    const shown = JSON.parse((await member.get('/api/listings/recent')).text) as ListingView[];
    return shown.map(({ link, priceText }) => ({ link, priceText }));
  };
  await expect.poll(recent).toEqual([{ link: 'https://c.example.com/2', priceText: '$21,000' }]);
  await server.stop();
  await rm(folder, { recursive: true });
});
