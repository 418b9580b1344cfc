import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { userStream } from '#domain/event-catalog/streams.ts';
import type { UserDetails } from '#domain/user-details/contract.ts';
import { setUpServer } from '#server/testing/set-up-server.ts';

const product = setUpServer();

describe('the membership of a user', () => {
  it('The membership of a user is set by a full admin, once in the log however often the request is sent, since its first day', async () => {
    const full = await product.adminClient();
    const { id } = await product.newClient().register('new@example.com');
    const path = `/api/admin/users/${id}/membership`;
    // What is read after the change: an engine whose views are behind answers the change with what they show.
    const set = async (status: 'active' | 'unconfirmed') => {
      await full.patch(path, { status });
      return (JSON.parse((await full.get(`/api/admin/users/${id}`)).text) as UserDetails).user;
    };
    const active = await set('active');
    expect(active).toMatchObject({ id, membershipStatus: 'active', isAdmin: false });
    expect(Date.now() - Date.parse(active.memberSince ?? '')).toBeLessThan(60_000);
    await set('active');
    await set('unconfirmed');
    const again = await set('active');
    expect(again.memberSince).toBe(active.memberSince);
    const { events } = await product.context.events.read(userStream(id));
    expect(events.map(({ type }) => type).slice(1)).toEqual([
      'MembershipActivated',
      'MemberSinceSet',
      'MembershipDeactivated',
      'MembershipActivated',
    ]);
    const log = JSON.parse((await full.get('/api/admin/workflow-logs?limit=1')).text) as { details: string }[];
    expect(log[0]?.details).toContain('active for new@example.com by root@example.com');
  });

  it('The membership of a user is not found for an unknown id', async () => {
    const full = await product.adminClient();
    for (const id of [randomUUID(), 'x', '%00', '..%2f..', 'a'.repeat(5000)]) {
      const answer = await full.patch(`/api/admin/users/${id}/membership`, { status: 'active' });
      expect([answer.status, answer.text]).toEqual([404, 'No such user']);
    }
  });
});
