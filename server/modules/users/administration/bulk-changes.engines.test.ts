import { beforeAll, describe, expect, it } from 'vitest';
import { userStream } from '#domain/event-catalog/streams.ts';
import type { AdminUserView } from '#domain/user/contract.ts';
import { setUpAdmin, setUpServer } from '#server/testing/set-up-server.ts';

const product = setUpServer();
const full = setUpAdmin(product);
const change = async (ids: unknown, action: string) => {
  const { status, text } = await full.post('/api/admin/users/bulk', { ids, action });
  return status === 200 ? (JSON.parse(text) as unknown) : [status, text];
};
const typesOf = async (id: string) => {
  const { events } = await product.context.events.read(userStream(id));
  return events.map(({ type }) => type).slice(1);
};

describe('a change of many users', () => {
  let ids: string[];
  beforeAll(async () => {
    const people = await Promise.all(
      ['a', 'b'].map((name) => product.newClient().register(`${name}.bulk@example.com`)),
    );
    ids = people.map(({ id }) => id);
  });

  it('A change of many users is one command for each, once, and names those that it could not change', async () => {
    const outcome = { done: 2, failed: [{ id: 'nobody', reason: 'No such user' }] };
    expect(await change([...ids, 'nobody', ...ids], 'activate')).toEqual(outcome);
    const { text } = await full.get('/api/admin/users?q=.bulk');
    const rows = JSON.parse(text) as AdminUserView[];
    expect(rows.map(({ membershipStatus }) => membershipStatus)).toEqual(['active', 'active']);
    expect(await change(ids, 'deactivate')).toEqual({ done: 2, failed: [] });
    for (const id of ids)
      expect(await typesOf(id)).toEqual(['MembershipActivated', 'MemberSinceSet', 'MembershipDeactivated']);
  });

  it('A change of many users clears their requests for a higher limit', async () => {
    const client = product.newClient();
    const { id } = await client.register('c.bulk@example.com');
    await client.post('/api/request-higher-limit');
    expect(await change([id], 'clear-request')).toEqual({ done: 1, failed: [] });
    expect(await typesOf(id)).toEqual(['HigherLimitRequested', 'HigherLimitCleared']);
  });

  it('A change of many users by a helper admin clears requests, and nothing else', async () => {
    const helper = product.newClient();
    const { id } = await helper.register('helper.bulk@example.com');
    await full.patch(`/api/admin/users/${id}/role`, { role: 'helper' });
    const send = (action: string) => helper.post('/api/admin/users/bulk', { ids: [id], action });
    expect((await send('clear-request')).status).toBe(200);
    const { status, text } = await send('deactivate');
    expect([status, text]).toEqual([403, 'Only a full admin may change a membership']);
  });

  it('A change of many users takes 1 to 500 ids and a known action', async () => {
    expect(await change([], 'activate')).toEqual([400, 'ids must name at least one']);
    const many = Array.from({ length: 501 }, (_, n) => `user-${n}`);
    expect(await change(many, 'activate')).toEqual([400, 'ids must name at most 500']);
    expect(await change(ids, 'delete')).toEqual([400, 'action must be one of activate, deactivate, clear-request']);
  });
});

describe('the undo of an activation', () => {
  const set = (id: string, body: object) => full.patch(`/api/admin/users/${id}/membership`, body);

  it('The undo of the first activation leaves no first day as a member', async () => {
    const { id } = await product.newClient().register('undo.bulk@example.com');
    await set(id, { status: 'active' });
    const undone = JSON.parse((await set(id, { status: 'unconfirmed', memberSince: null })).text) as AdminUserView;
    expect(undone).toMatchObject({ membershipStatus: 'unconfirmed', memberSince: null });
    const refused = await set(id, { status: 'active', memberSince: null });
    const reason = "Member since must be null, with the status 'unconfirmed', or left out";
    expect([refused.status, refused.text]).toEqual([400, reason]);
  });
});
