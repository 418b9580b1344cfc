import { describe, it } from 'vitest';
import { given } from '#domain/shared/testing/decider-spec.ts';
import { type AlertCommand, alert, maxMembersPerAlert } from './decider.ts';
import type { AlertEvent, MatchedMember } from './events.ts';

const member = (userId: string): MatchedMember => ({
  userId,
  miles: 12.4,
  radius: 50,
  maxPrice: 54_000,
});
const about = {
  listingId: 'l-1',
  n: 0,
  kind: 'new',
  listing: {
    title: 'House',
    price: 45_000,
    details: '',
    link: 'https://x.com/1',
    imageUrl: '',
    propertyType: 'house',
    city: 'Detroit',
    state: 'MI',
    zipCode: '48204',
  },
} as const;
const matched = (...members: MatchedMember[]) => ({ type: 'AlertsMatched' as const, data: { ...about, members } });
const match = (...members: MatchedMember[]) => ({ type: 'Match' as const, data: { ...about, members } });
const at = '2026-03-01T12:00:00.000Z';
const delivered = (...userIds: string[]): AlertEvent => ({
  type: 'AlertsDelivered',
  data: { listingId: 'l-1', n: 0, channel: 'dashboard', userIds, at },
});
const deliver = (...userIds: string[]): AlertCommand => ({
  type: 'Deliver',
  data: { userIds, at, channel: 'dashboard' },
});

describe('Match', () => {
  it('A Match command matches the members', () => {
    given(alert, [])
      .when(match(member('a'), member('b')))
      .then([matched(member('a'), member('b'))]);
  });

  it('A Match command decides nothing when the alert is matched already', () => {
    given(alert, [matched(member('a'))])
      .when(match(member('a'), member('b')))
      .then([]);
  });

  it('A Match command decides nothing without members', () => {
    given(alert, []).when(match()).then([]);
  });

  it('A Match command accepts at most 500 members', () => {
    const many = Array.from({ length: maxMembersPerAlert + 1 }, (_, index) => member(`u-${index}`));
    given(alert, [])
      .when(match(...many.slice(1)))
      .then([matched(...many.slice(1))]);
    given(alert, [])
      .when(match(...many))
      .thenRejects('too-many-members');
  });
});

describe('Withhold', () => {
  const withhold = (...userIds: string[]): AlertCommand => ({
    type: 'Withhold',
    data: { userIds, at, reason: 'listing withdrawn' },
  });
  const withheld = (...userIds: string[]): AlertEvent => ({
    type: 'AlertsWithheld',
    data: { listingId: 'l-1', n: 0, reason: 'listing withdrawn', userIds, at },
  });

  it('A Withhold command withholds the alert once from members without a delivery', () => {
    given(alert, [matched(member('a'), member('b'), member('c')), delivered('a')])
      .when(withhold('a', 'b', 'stranger'))
      .then([withheld('b')]);
    given(alert, [matched(member('a')), withheld('a')])
      .when(withhold('a'))
      .then([]);
  });

  it('A Withhold command is permanent', () => {
    given(alert, [matched(member('a')), withheld('a')])
      .when(deliver('a'))
      .then([]);
  });

  it('A Withhold command is rejected before the match', () => {
    given(alert, []).when(withhold('a')).thenRejects('alert-not-found');
  });
});

describe('Deliver', () => {
  it('A Deliver command delivers to members who were matched', () => {
    given(alert, [matched(member('a'), member('b'), member('c'))])
      .when(deliver('a', 'c'))
      .then([delivered('a', 'c')]);
  });

  it('A Deliver command never delivers twice to the same member', () => {
    given(alert, [matched(member('a'), member('b')), delivered('a')])
      .when(deliver('a', 'b'))
      .then([delivered('b')]);
    given(alert, [matched(member('a'), member('b'))])
      .when(deliver('b', 'b'))
      .then([delivered('b')]);
  });

  it('A Deliver command decides nothing when the alert is delivered to all members', () => {
    given(alert, [matched(member('a'), member('b')), delivered('a'), delivered('b')])
      .when(deliver('a', 'b'))
      .then([]);
  });

  it('A Deliver command leaves out users who were not matched', () => {
    given(alert, [matched(member('a'))])
      .when(deliver('a', 'stranger'))
      .then([delivered('a')]);
  });

  it('A Deliver command is rejected before the match', () => {
    given(alert, []).when(deliver('a')).thenRejects('alert-not-found');
  });
});
