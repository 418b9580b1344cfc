import { describe, it } from 'vitest';
import { given } from './testing/decider-spec.ts';
import { createBatchDecider } from './batch-decider.ts';
import { user } from '#domain/user/decider.ts';
import { emptyFilters, toMatchingFilters } from '#domain/user/state.ts';

const userId = 'u-1';
const registered = { userId, email: 'ann@x.com', role: 'none' } as const;
const now = '2026-03-01T12:00:00.000Z';

describe('several commands in one batch', () => {
  it('Several commands in one batch each see the events of the commands before them', () => {
    given(createBatchDecider(user), [])
      .when([
        { type: 'Register', data: registered },
        { type: 'SetMemberSince', data: { userId, memberSince: '2025-01-01T00:00:00.000Z', now } },
        { type: 'ActivateMembership', data: { userId, now } },
      ])
      .then([
        { type: 'UserRegistered', data: registered },
        { type: 'MemberSinceSet', data: { userId, memberSince: '2025-01-01T00:00:00.000Z' } },
        { type: 'MembershipActivated', data: { userId, filters: toMatchingFilters(emptyFilters) } },
      ]);
  });

  it('Several commands in one batch are rejected together', () => {
    given(createBatchDecider(user), [])
      .when([
        { type: 'Register', data: registered },
        { type: 'UpdateFilters', data: { userId, changes: { maxPrice: 150_001 } } },
      ])
      .thenRejects('price-above-limit');
  });
});
