import { describe, expect, it } from 'vitest';
import { given } from '#domain/shared/testing/decider-spec.ts';
import type { UserCommand } from './commands.ts';
import type { FilterChanges, Filters } from './contract.ts';
import { user } from './decider.ts';
import type { UserEvent } from './events.ts';
import { emptyFilters, toMatchingFilters } from './state.ts';

const userId = 'u-1';
const registered: UserEvent = { type: 'UserRegistered', data: { userId, email: 'ann@x.com', role: 'none' } };
const updated = (changes: Partial<Filters>): UserEvent => ({ type: 'FiltersUpdated', data: { userId, changes } });
const update = (changes: FilterChanges): UserCommand => ({ type: 'UpdateFilters', data: { userId, changes } });
const granted = (limit: number): UserEvent => ({ type: 'HigherLimitGranted', data: { userId, limit } });
const grant = (limit: number): UserCommand => ({ type: 'GrantHigherLimit', data: { userId, limit } });
const requested: UserEvent = { type: 'HigherLimitRequested', data: { userId } };
const cleared: UserEvent = { type: 'HigherLimitCleared', data: { userId } };

describe('UpdateFilters', () => {
  it('An UpdateFilters command saves what is given and nothing else', () => {
    given(user, [registered])
      .when(update({ zipCode: '48204', maxPrice: 60_000 }))
      .then([updated({ zipCode: '48204', maxPrice: 60_000 })]);
  });

  it('An UpdateFilters command saves only what differs', () => {
    given(user, [registered, updated({ zipCode: '48204', maxPrice: 60_000 })])
      .when(update({ zipCode: '48204', maxPrice: 54_000, includeRawLand: false }))
      .then([updated({ maxPrice: 54_000 })]);
  });

  it('An UpdateFilters command decides nothing when nothing differs', () => {
    given(user, [registered, updated({ zipCode: '48204', includeTinyHomes: true })])
      .when(update({ zipCode: '48204', includeTinyHomes: true, notificationPreference: 'immediate' }))
      .then([]);
  });

  it('An UpdateFilters command treats absent fields as unchanged', () => {
    given(user, [registered, updated({ maxPrice: 60_000 })])
      .when(update({ maxPrice: undefined, mileageRadius: undefined }))
      .then([]);
  });

  it('An UpdateFilters command saves the default values of the form as a first save', () => {
    given(user, [registered])
      .when(update({ maxPrice: 54_000, mileageRadius: 50 }))
      .then([updated({ maxPrice: 54_000, mileageRadius: 50 })]);
  });

  it('An UpdateFilters command allows 0 dollars', () => {
    given(user, [registered])
      .when(update({ maxPrice: 0 }))
      .then([updated({ maxPrice: 0 })]);
  });

  it('An UpdateFilters command allows a max price up to $150,000', () => {
    given(user, [registered])
      .when(update({ maxPrice: 150_000 }))
      .then([updated({ maxPrice: 150_000 })]);
    given(user, [registered])
      .when(update({ maxPrice: 150_001 }))
      .thenRejects('price-above-limit');
  });

  it('An UpdateFilters command allows a max price up to the granted limit', () => {
    given(user, [registered, granted(200_000)])
      .when(update({ maxPrice: 200_000 }))
      .then([updated({ maxPrice: 200_000 })]);
    given(user, [registered, granted(200_000)])
      .when(update({ maxPrice: 200_001 }))
      .thenRejects('price-above-limit');
  });

  it('An UpdateFilters command saves nothing at all when the price is rejected', () => {
    given(user, [registered])
      .when(update({ zipCode: '48204', maxPrice: 900_000 }))
      .thenRejects('price-above-limit');
  });
});

describe('a higher limit', () => {
  it('A higher limit is requested once', () => {
    given(user, [registered]).when({ type: 'RequestHigherLimit', data: { userId } }).then([requested]);
    given(user, [registered, requested]).when({ type: 'RequestHigherLimit', data: { userId } }).then([]);
  });

  it('A higher limit may be requested again once the request was answered', () => {
    for (const answer of [cleared, granted(200_000)]) {
      given(user, [registered, requested, answer])
        .when({ type: 'RequestHigherLimit', data: { userId } })
        .then([requested]);
    }
  });

  it('A higher limit is cleared where one was requested', () => {
    given(user, [registered, requested]).when({ type: 'ClearHigherLimit', data: { userId } }).then([cleared]);
    given(user, [registered]).when({ type: 'ClearHigherLimit', data: { userId } }).then([]);
  });

  it('A higher limit is granted from $150,001 to $1,000,000', () => {
    given(user, [registered, requested])
      .when(grant(150_001))
      .then([granted(150_001)]);
    given(user, [registered])
      .when(grant(1_000_000))
      .then([granted(1_000_000)]);
    for (const limit of [150_000, 1_000_001, 200_000.5, Number.NaN]) {
      given(user, [registered, requested]).when(grant(limit)).thenRejects('limit-out-of-range');
    }
  });

  it('A grant of a higher limit decides nothing when it is granted already', () => {
    given(user, [registered, granted(200_000)])
      .when(grant(200_000))
      .then([]);
  });

  it('A grant of the current limit answers a new request', () => {
    given(user, [registered, granted(200_000), requested])
      .when(grant(200_000))
      .then([granted(200_000)]);
  });

  it('A grant of a limit reduces a max price above it to the limit', () => {
    given(user, [registered, granted(300_000), updated({ maxPrice: 250_000 })])
      .when(grant(200_000))
      .then([granted(200_000), updated({ maxPrice: 200_000 })]);
  });

  it('A higher limit is part of the state, with the request answered', () => {
    const state = [registered, requested, granted(200_000)].reduce(user.evolve, user.initialState);
    expect(state).toMatchObject({ maxPriceLimit: 200_000, requestedHigherLimit: false });
  });
});

describe('SummarizeWeek', () => {
  const summarize = (week: string): UserCommand => ({ type: 'SummarizeWeek', data: { userId, week } });
  const wanted = updated({ weeklySummary: true });
  const filters = toMatchingFilters(emptyFilters);
  const activated: UserEvent = { type: 'MembershipActivated', data: { userId, filters } };
  const issued: UserEvent = { type: 'WeeklySummaryIssued', data: { userId, week: '2026-03-16' } };
  const member = [registered, wanted, activated];

  it('A SummarizeWeek command issues the summary of a week once, and none of an earlier week', () => {
    given(user, member).when(summarize('2026-03-16')).then([issued]);
    given(user, [...member, issued])
      .when(summarize('2026-03-16'))
      .then([]);
    given(user, [...member, issued])
      .when(summarize('2026-03-09'))
      .then([]);
    given(user, [...member, issued])
      .when(summarize('2026-03-23'))
      .then([{ type: 'WeeklySummaryIssued', data: { userId, week: '2026-03-23' } }]);
  });

  it('A SummarizeWeek command issues none to a user who does not want it or is no active member', () => {
    given(user, [registered, activated]).when(summarize('2026-03-16')).then([]);
    given(user, [...member, updated({ weeklySummary: false })])
      .when(summarize('2026-03-16'))
      .then([]);
    given(user, [registered, wanted]).when(summarize('2026-03-16')).then([]);
    const ended: UserEvent = { type: 'MembershipDeactivated', data: { userId } };
    given(user, [...member, ended])
      .when(summarize('2026-03-16'))
      .then([]);
  });
});
