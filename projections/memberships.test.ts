import { expect, it } from 'vitest';
import { memberships } from './memberships.ts';
import { toMarchNoon, userDeleted, userRegistered } from './testing/example-events.ts';
import { type Fact, projectView } from './testing/project-view.ts';
import { emptyFilters } from '#domain/user/state.ts';

const on = (date: number, fact: Fact): Fact => ({ ...fact, at: toMarchNoon(date) });
const activated = (userId: string): Fact => ({ type: 'MembershipActivated', data: { userId, filters: emptyFilters } });
const deactivated = (userId: string): Fact => ({ type: 'MembershipDeactivated', data: { userId } });

it('A membership has the days of its registration, its last beginning and its last end', () => {
  const docs = projectView(memberships, [
    on(1, userRegistered('ann')),
    on(2, activated('ann')),
    on(3, deactivated('ann')),
    on(4, activated('ann')),
  ]);
  expect(docs.get('ann')).toEqual({
    id: 'ann',
    registeredOn: '2026-03-01',
    activatedOn: '2026-03-04',
    endedOn: '2026-03-03',
    isActive: true,
  });
});

it('A membership ends when the account of a member is deleted, and of no other user', () => {
  const docs = projectView(memberships, [
    on(1, userRegistered('ann')),
    on(1, userRegistered('bob')),
    on(2, activated('ann')),
    on(5, userDeleted('ann')),
    on(5, userDeleted('bob')),
  ]);
  expect([docs.get('ann')?.endedOn, docs.get('bob')?.endedOn]).toEqual(['2026-03-05', null]);
});
