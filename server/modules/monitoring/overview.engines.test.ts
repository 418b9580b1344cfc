import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { userStream } from '#domain/event-catalog/streams.ts';
import type { OverviewView } from '#domain/overview.contract.ts';
import { dayMs, getWeek, toDay, toIso } from '#server/lib/clock.ts';
import { createListing } from '#server/modules/sources/testing/source-app.ts';
import { createMiddayClock } from '#server/modules/visitors/testing/midday-clock.ts';
import { setUpAdmin, setUpServer } from '#server/testing/set-up-server.ts';

const product = setUpServer(createMiddayClock());
beforeAll(() => product.intake.ready);
const full = setUpAdmin(product);
const now = () => product.context.clock().getTime();

const overview = async () => JSON.parse((await full.get('/api/admin/overview')).text) as OverviewView;
const register = (email: string) => product.newClient().register(email);
const setMembership = (id: string, status: 'active' | 'unconfirmed') =>
  full.patch(`/api/admin/users/${id}/membership`, { status });

/** Writes that a membership ended, as it was recorded at this time. */
const endMembership = async (userId: string, time: number) => {
  const event = { id: randomUUID(), type: 'MembershipDeactivated', data: { userId } };
  const metadata = { actor: 'system', commandId: event.id, correlationId: event.id, at: toIso(time) };
  const { revision } = await product.context.events.read(userStream(userId));
  await product.context.events.append(userStream(userId), [event], revision, metadata);
  await product.waitForViews();
};

describe('the overview', () => {
  it('The overview of a new installation has no figures but its first admin', async () => {
    // The views of slow engines may come after the first sign-in.
    await expect.poll(overview).toEqual({
      users: 1,
      activeMembers: 0,
      newThisWeek: 0,
      endedThisWeek: 0,
      alertsToday: 0,
      medianAlertSeconds: null,
      waitingForReview: 0,
      limitRequests: 0,
      failingSources: 0,
      today: toDay(now()),
      weekStart: toDay(getWeek(now(), 0).from),
    });
  });

  it('The overview counts each user once, however often a membership began and ended this week', async () => {
    const [ann, bob] = [await register('ann@example.com'), await register('bob@example.com')];
    for (const status of ['active', 'unconfirmed', 'active'] as const) await setMembership(ann.id, status);
    await setMembership(bob.id, 'active');
    expect(await overview()).toMatchObject({ users: 3, activeMembers: 2, newThisWeek: 2, endedThisWeek: 1 });
  });

  it('The overview leaves out what happened before Monday in UTC', async () => {
    const eve = await register('eve@example.com');
    await setMembership(eve.id, 'active');
    const { endedThisWeek } = await overview();
    await endMembership(eve.id, getWeek(now(), 0).from - 1);
    expect((await overview()).endedThisWeek).toBe(endedThisWeek);
  });

  it('The overview counts a deleted member as ended', async () => {
    const dan = await register('dan@example.com');
    await setMembership(dan.id, 'active');
    const { endedThisWeek, activeMembers, users } = await overview();
    await full.send('DELETE', `/api/admin/users/${dan.id}`);
    const after = { endedThisWeek: endedThisWeek + 1, activeMembers: activeMembers - 1, users: users - 1 };
    expect(await overview()).toMatchObject(after);
  });

  it('The overview counts requests for a higher limit until they are cleared', async () => {
    const kim = product.newClient();
    const { id } = await kim.register('kim@example.com');
    await kim.post('/api/request-higher-limit');
    expect((await overview()).limitRequests).toBe(1);
    await full.patch(`/api/admin/users/${id}/higher-limit`);
    expect((await overview()).limitRequests).toBe(0);
  });

  it('The overview counts the alerts since midnight in UTC, with their median time, and what waits for review', async () => {
    const fay = product.newClient();
    const { id } = await fay.register('fay@example.com');
    await fay.patch('/api/profile', { zipCode: '48204' });
    await setMembership(id, 'active');
    const listings = [createListing(1), createListing(2, { price: 'ask' })];
    const sender = { actor: 'intake:agent', commandId: randomUUID() };
    await vi.waitFor(() => product.intake.take('agent', listings, sender), 120_000);
    await expect.poll(overview).toMatchObject({ alertsToday: 1, waitingForReview: 1 });
    await expect.poll(async () => (await overview()).medianAlertSeconds).toBeGreaterThan(0);
  });
});

it('The days of the visitors have new accounts and memberships, and zeros where there was nothing', async () => {
  const { text } = await full.get('/api/admin/visitors/daily?days=3');
  const today = now();
  const days = JSON.parse(text) as { day: string; registrations: number; memberships: number }[];
  expect(days.map(({ day }) => day)).toEqual([toDay(today - 2 * dayMs), toDay(today - dayMs), toDay(today)]);
  expect(days[0]).toEqual({ day: toDay(today - 2 * dayMs), visits: 0, registrations: 0, memberships: 0 });
  // The first admin, and those of the tests above.
  expect(days[2]).toMatchObject({ registrations: 7, memberships: 5 });
});
