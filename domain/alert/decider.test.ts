import { describe, it } from 'vitest';
import { given } from '#domain/shared/testing/decider-spec.ts';
import { type AlertCommand, alert, maxMembersPerAlert } from './decider.ts';
import type { AlertEvent } from './events.ts';
import { createMatchCommand, createMatchedMember, exampleListing } from './testing/examples.ts';

const at = '2026-03-01T12:00:00.000Z';
const foundAt = '2026-03-01T11:59:00.000Z';
const about = { listingId: 'l-1', n: 0, kind: 'new', listing: exampleListing } as const;
const createMatchedEvent = (...userIds: string[]): AlertEvent => ({
  type: 'AlertsMatched',
  data: { ...about, members: userIds.map(createMatchedMember) },
});
const createDeliveredEvent = (mode: 'immediate' | 'daily', ...userIds: string[]): AlertEvent => ({
  type: 'AlertsDelivered',
  data: { ...about, mode, foundAt, members: userIds.map(createMatchedMember), at },
});
const deliveredDaily = (...userIds: string[]) => createDeliveredEvent('daily', ...userIds);
const match = (mode: 'immediate' | 'daily', ...userIds: string[]) =>
  createMatchCommand({ listingId: 'l-1', userIds, mode, foundAt, at });
const deliver = (...userIds: string[]): AlertCommand => ({ type: 'DeliverDigest', data: { userIds, foundAt, at } });

describe('Match', () => {
  it('A match is delivered at once to members who want that', () => {
    given(alert, [])
      .when(match('immediate', 'a', 'b'))
      .then([createMatchedEvent('a', 'b'), createDeliveredEvent('immediate', 'a', 'b')]);
  });

  it('A match waits where it belongs to a daily digest', () => {
    given(alert, [])
      .when(match('daily', 'a', 'b'))
      .then([createMatchedEvent('a', 'b')]);
  });

  it('A Match command decides nothing when the alert is matched already', () => {
    given(alert, [createMatchedEvent('a')])
      .when(match('immediate', 'a', 'b'))
      .then([]);
  });

  it('A Match command decides nothing without members', () => {
    given(alert, []).when(match('immediate')).then([]);
  });

  it('A match has at most 500 members', () => {
    const many = Array.from({ length: maxMembersPerAlert + 1 }, (_, index) => `u-${index}`);
    given(alert, [])
      .when(match('daily', ...many.slice(1)))
      .then([createMatchedEvent(...many.slice(1))]);
    given(alert, [])
      .when(match('daily', ...many))
      .thenRejects('too-many-members');
  });
});

describe('An alert that is withheld', () => {
  const withhold = (...userIds: string[]): AlertCommand => ({
    type: 'Withhold',
    data: { userIds, at, reason: 'listing withdrawn' },
  });
  const createWithheldEvent = (...userIds: string[]): AlertEvent => ({
    type: 'AlertsWithheld',
    data: { listingId: 'l-1', n: 0, reason: 'listing withdrawn', userIds, at },
  });

  it('A Withhold command withholds the alert once from members without a delivery', () => {
    given(alert, [createMatchedEvent('a', 'b', 'c'), deliveredDaily('a')])
      .when(withhold('a', 'b', 'stranger'))
      .then([createWithheldEvent('b')]);
    given(alert, [createMatchedEvent('a'), createWithheldEvent('a')])
      .when(withhold('a'))
      .then([]);
  });

  it('An alert that is withheld includes deleted users among those who are members no more', () => {
    const gone: AlertCommand = { type: 'Withhold', data: { userIds: ['a'], at, reason: 'not a member' } };
    const data = { listingId: 'l-1', n: 0, reason: 'not a member' as const, userIds: ['erased-17'], at };
    given(alert, [createMatchedEvent('erased-17', 'b')])
      .when(gone)
      .then([{ type: 'AlertsWithheld', data }]);
  });

  it('An alert that is withheld names each member once, also one who is named twice or is deleted', () => {
    const data = { listingId: 'l-1', n: 0, reason: 'not a member' as const, userIds: ['a', 'erased-17'], at };
    const gone: AlertCommand = {
      type: 'Withhold',
      data: { userIds: ['a', 'a', 'erased-17'], at, reason: 'not a member' },
    };
    given(alert, [createMatchedEvent('a', 'erased-17')])
      .when(gone)
      .then([{ type: 'AlertsWithheld', data }]);
  });

  it('A Withhold command is permanent', () => {
    given(alert, [createMatchedEvent('a'), createWithheldEvent('a')])
      .when(deliver('a'))
      .then([]);
  });

  it('A Withhold command is rejected before the match', () => {
    given(alert, []).when(withhold('a')).thenRejects('alert-not-found');
  });
});

describe('A daily digest', () => {
  it('A DeliverDigest command delivers to members who were matched', () => {
    given(alert, [createMatchedEvent('a', 'b', 'c')])
      .when(deliver('a', 'c'))
      .then([deliveredDaily('a', 'c')]);
  });

  it('A DeliverDigest command never delivers twice to the same member', () => {
    given(alert, [createMatchedEvent('a', 'b'), deliveredDaily('a')])
      .when(deliver('a', 'b'))
      .then([deliveredDaily('b')]);
    given(alert, [createMatchedEvent('a', 'b')])
      .when(deliver('b', 'b'))
      .then([deliveredDaily('b')]);
  });

  it('A DeliverDigest command decides nothing when the alert is delivered to all members', () => {
    given(alert, [createMatchedEvent('a', 'b'), deliveredDaily('a'), deliveredDaily('b')])
      .when(deliver('a', 'b'))
      .then([]);
  });

  it('A DeliverDigest command leaves out users who were not matched', () => {
    given(alert, [createMatchedEvent('a')])
      .when(deliver('a', 'stranger'))
      .then([deliveredDaily('a')]);
  });

  it('A DeliverDigest command is rejected before the match', () => {
    given(alert, []).when(deliver('a')).thenRejects('alert-not-found');
  });
});
