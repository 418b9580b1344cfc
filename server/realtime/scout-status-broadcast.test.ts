import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createListing, startSourceApp } from '#server/modules/sources/testing/source-app.ts';
import { connectSocket } from '#server/testing/socket-client.ts';

let house: Awaited<ReturnType<typeof startSourceApp>>;
beforeEach(async () => {
  house = await startSourceApp();
});
afterEach(() => house.end());

const hearing = async (cookie: string) => {
  const { socket } = await connectSocket(house.product.url, cookie);
  const told: { view: string; ids: string[] }[] = [];
  socket.on('changed', (change: (typeof told)[number]) => told.push(change));
  return told;
};

describe('the scout status', () => {
  it('The scout status is sent to connected admins, helpers too, and to no other user', async () => {
    await house.deliver('agent', [createListing(1)]);
    const helper = await house.helper();
    const member = house.product.newClient();
    await member.register('ann@example.com');
    const [heard, overheard] = [await hearing(helper.cookie()), await hearing(member.cookie())];
    await house.tell('agent', 'pause');
    await expect.poll(() => heard).toContainEqual({ view: 'scout', ids: ['agent'] });
    await house.deliver('another', [createListing(2, { price: 'ask' })]);
    const aboutAnother = () => heard.filter(({ view, ids }) => view === 'scout' && ids.includes('another'));
    await expect.poll(() => aboutAnother().length).toBeGreaterThan(0);
    expect(overheard).toEqual([]);
  });
});
