import { describe, expect, it } from 'vitest';
import { setUpAdmin, setUpServer } from '#server/testing/set-up-server.ts';
import { connectSocket } from '#server/testing/socket-client.ts';

const product = setUpServer();
const root = setUpAdmin(product);

/** The version of a read, and that of a page that connects after `change`. */
async function readAndConnect(change: () => unknown) {
  const { headers } = await root.get('/api/user');
  await change();
  const { socket } = await connectSocket(product.url, root.cookie());
  const version: unknown = await socket.timeout(5_000).emitWithAck('probe');
  socket.disconnect();
  return { read: headers.get('x-live-version'), connected: version };
}

describe('the version of the live updates', () => {
  it('The version of the live updates is the same for a page that reads and then connects while nothing changes', async () => {
    // Events of before may be on their way to the sockets.
    await expect.poll(() => readAndConnect(() => undefined)).toSatisfy(({ read, connected }) => read === connected);
    expect((await readAndConnect(() => undefined)).read).toMatch(/^[0-9a-f-]{36}\.\d+$/);
  });

  it.each([
    ['an event', () => root.post('/api/admin/announcements', { message: '<p>Hello</p>' })],
    ['a pass over the sources', () => product.context.scoutActivity.recordPass(null)],
  ])('The version of the live updates advances with %s while no page is connected', async (_what, change) => {
    const { read, connected } = await readAndConnect(change);
    expect(connected).not.toBe(read);
  });

  it('The version of the live updates is only on answers of the API', async () => {
    expect((await product.newClient().get('/auth')).headers.has('x-live-version')).toBe(false);
  });
});
