import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { userStream } from '#domain/event-catalog/streams.ts';
import { user } from '#domain/user/decider.ts';
import { listFullAdmins } from '#projections/users.ts';
import type { Doc, DocPage, ViewReader } from '#projections/store/port.ts';
import { parseUser } from '#server/testing/test-client.ts';
import { type TestServer, startTestServer } from '#server/testing/test-server.ts';
import { createFindUser } from '../accounts/current-user.ts';
import { createEnsureOneFullAdmin } from './last-admin.ts';

let server: TestServer;
let admins: string[];
beforeEach(async () => {
  server = await startTestServer();
  const full = await server.adminClient();
  const ida = await server.newClient().register('ida@x.com');
  await full.patch(`/api/admin/users/${ida.id}/role`, { role: 'full' });
  admins = [ida.id, parseUser(await full.get('/api/user')).id];
});
afterEach(() => server.stop());

/** Views that give the same answers for ever, as while another version of them is built. */
async function freezeViews(): Promise<ViewReader> {
  const { views } = server.context;
  const shown = new Map(await Promise.all(admins.map(async (id) => [id, await views.get<Doc>('users', id)] as const)));
  const listed = { docs: await listFullAdmins(views) };
  // Each caller asks for the type of document that the view has.
  const get = <D extends Doc>(_view: string, id: string) => Promise.resolve((shown.get(id) ?? null) as D | null);
  // Only admins are listed.
  const list = <D extends Doc>() => Promise.resolve(listed as unknown as DocPage<D>);
  return { ...views, get, list };
}
const sender = () => ({ actor: 'system', commandId: randomUUID() });
const demote = (userId: string, timesKept = 0) => {
  const command = { type: 'ChangeRole' as const, data: { userId, role: 'none' as const, timesKept } };
  return server.context.handle(user, userStream(userId), command, sender());
};

it('An admin who was demoted is no admin any more at once, though the views still say so', async () => {
  const findUser = createFindUser({ ...server.context, views: await freezeViews() });
  const [ida = ''] = admins;
  expect(await findUser(ida)).toMatchObject({ role: 'full' });
  await demote(ida);
  expect(await findUser(ida)).toMatchObject({ role: 'none', isAdmin: false });
});

it('Of two full admins who are removed one after the other, one stays, though the views lag behind', async () => {
  const views = await freezeViews();
  const ensureOneFullAdmin = createEnsureOneFullAdmin({ ...server.context, views });
  const [ida = '', root = ''] = admins;
  const remove = (userId: string) => ensureOneFullAdmin(userId, sender(), ({ timesKept }) => demote(userId, timesKept));
  await remove(ida);
  await expect(remove(root)).rejects.toMatchObject({ status: 409 });
});
