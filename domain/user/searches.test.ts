import { describe, it } from 'vitest';
import { given } from '#domain/shared/testing/decider-spec.ts';
import type { UserCommand } from './commands.ts';
import type { Filters } from './contract.ts';
import { user } from './decider.ts';
import type { UserEvent } from './events.ts';
import type { Search, SearchChanges } from './searches.contract.ts';
import { emptyFilters, toMatchingFilters } from './state.ts';
import { createSearch } from './testing/example-search.ts';

const userId = 'u-1';
const most = 10;
const cabins = createSearch();
const lots = createSearch({ name: 'Lots', zipCode: '49684', maxPrice: 100_000, includeRawLand: true });
const registered: UserEvent = { type: 'UserRegistered', data: { userId, email: 'ann@x.com', role: 'none' } };
const updated = (changes: Partial<Filters>): UserEvent => ({ type: 'FiltersUpdated', data: { userId, changes } });
const added = (searchId: string, search: Search): UserEvent => ({
  type: 'SearchAdded',
  data: { userId, searchId, search },
});
const changed = (searchId: string, search: Search): UserEvent => ({
  type: 'SearchChanged',
  data: { userId, searchId, search },
});
const removed = (searchId: string): UserEvent => ({ type: 'SearchRemoved', data: { userId, searchId } });
const add = (searchId: string, search: Search): UserCommand => ({
  type: 'AddSearch',
  data: { userId, searchId, search, most },
});
const change = (searchId: string, changes: SearchChanges): UserCommand => ({
  type: 'ChangeSearch',
  data: { userId, searchId, changes },
});
const remove = (searchId: string): UserCommand => ({ type: 'RemoveSearch', data: { userId, searchId } });
const restore = (searchId: string): UserCommand => ({ type: 'RestoreSearch', data: { userId, searchId, most } });
const addMany = (count: number) =>
  Array.from({ length: count }, (_, n) => added(`s-${n}`, createSearch({ name: `Search of ${n}` })));

describe('AddSearch', () => {
  it('An AddSearch command adds a search', () => {
    given(user, [registered])
      .when(add('s-1', cabins))
      .then([added('s-1', cabins)]);
  });

  it('An AddSearch command decides nothing when it is repeated, even with other values', () => {
    given(user, [registered, added('s-1', cabins)])
      .when(add('s-1', lots))
      .then([]);
  });

  it('An AddSearch command counts the first search to the limit', () => {
    given(user, [registered, ...addMany(8)])
      .when(add('ninth', cabins))
      .then([added('ninth', cabins)]);
    given(user, [registered, ...addMany(9)])
      .when(add('tenth', cabins))
      .thenRejects('too-many-searches');
  });

  it('An AddSearch command at the limit is possible once a search is removed', () => {
    given(user, [registered, ...addMany(9), removed('s-0')])
      .when(add('tenth', cabins))
      .then([added('tenth', cabins)]);
  });

  it.each(['Cabins', 'CABINS', 'ｃabins', 'Search 1', 'search 1'])(
    'An AddSearch command rejects the name %s, which another search of the user has',
    (name) => {
      given(user, [registered, added('s-1', cabins)])
        .when(add('s-2', { ...lots, name }))
        .thenRejects('search-name-taken');
    },
  );

  it('An AddSearch command rejects a price above the limit of the user', () => {
    const dear = { ...lots, maxPrice: 150_001 };
    given(user, [registered]).when(add('s-1', dear)).thenRejects('price-above-limit');
    given(user, [registered, { type: 'HigherLimitGranted', data: { userId, limit: 200_000 } }])
      .when(add('s-1', dear))
      .then([added('s-1', dear)]);
  });

  it('An AddSearch command is rejected for a user who does not exist', () => {
    given(user, []).when(add('s-1', cabins)).thenRejects('user-not-found');
  });
});

describe('ChangeSearch', () => {
  it('A ChangeSearch command keeps what it does not give', () => {
    given(user, [registered, added('s-1', lots)])
      .when(change('s-1', { maxPrice: 9000, paused: true, zipCode: undefined }))
      .then([changed('s-1', { ...lots, maxPrice: 9000, paused: true })]);
  });

  it('A ChangeSearch command decides nothing when nothing differs', () => {
    given(user, [registered, added('s-1', lots)])
      .when(change('s-1', { ...lots, mileageRadius: 50 }))
      .then([]);
  });

  it('A ChangeSearch command may write its own name in another case', () => {
    given(user, [registered, added('s-1', cabins)])
      .when(change('s-1', { name: 'CABINS' }))
      .then([changed('s-1', { ...cabins, name: 'CABINS' })]);
  });

  it('A ChangeSearch command rejects the first search, an unknown one, a taken name and a price above the limit', () => {
    const past = [registered, added('s-1', cabins), added('s-2', lots), removed('s-0')];
    given(user, past)
      .when(change('1', { paused: true }))
      .thenRejects('first-search');
    given(user, past)
      .when(change('s-3', { paused: true }))
      .thenRejects('search-not-found');
    given(user, past)
      .when(change('s-2', { name: 'cabins' }))
      .thenRejects('search-name-taken');
    given(user, past)
      .when(change('s-2', { maxPrice: 150_001 }))
      .thenRejects('price-above-limit');
  });
});

describe('RemoveSearch', () => {
  it('A RemoveSearch command removes a search, once', () => {
    given(user, [registered, added('s-1', cabins)])
      .when(remove('s-1'))
      .then([removed('s-1')]);
    given(user, [registered, added('s-1', cabins), removed('s-1')])
      .when(remove('s-1'))
      .then([]);
  });

  it('A RemoveSearch command rejects a search that there never was', () => {
    given(user, [registered]).when(remove('s-1')).thenRejects('search-not-found');
  });

  it('A RemoveSearch command rejects the first search', () => {
    given(user, [registered]).when(remove('1')).thenRejects('first-search');
  });
});

describe('RestoreSearch', () => {
  it('A RestoreSearch command brings a search back as it was when it was removed', () => {
    const last = { ...cabins, paused: true };
    given(user, [registered, added('s-1', cabins), changed('s-1', last), removed('s-1')])
      .when(restore('s-1'))
      .then([added('s-1', last)]);
  });

  it('A RestoreSearch command decides nothing for a search that is there', () => {
    given(user, [registered, added('s-1', cabins), removed('s-1'), added('s-1', cabins)])
      .when(restore('s-1'))
      .then([]);
  });

  it('A RestoreSearch command rejects an unknown search, the first one and all but the last ten that were removed', () => {
    const past = addMany(11).flatMap((one, n) => [one, removed(`s-${n}`)]);
    for (const searchId of ['unknown', '1', 's-0']) {
      given(user, [registered, ...past])
        .when(restore(searchId))
        .thenRejects('search-not-found');
    }
    given(user, [registered, ...past])
      .when(restore('s-1'))
      .then([added('s-1', createSearch({ name: 'Search of 1' }))]);
  });

  it('A RestoreSearch command is rejected for the same reasons as a new search', () => {
    const past = [registered, added('s-old', lots), removed('s-old')];
    given(user, [...past, ...addMany(9)])
      .when(restore('s-old'))
      .thenRejects('too-many-searches');
    given(user, [...past, added('s-2', { ...cabins, name: 'LOTS' })])
      .when(restore('s-old'))
      .thenRejects('search-name-taken');
    given(user, [
      registered,
      { type: 'HigherLimitGranted', data: { userId, limit: 200_000 } },
      added('s-old', { ...lots, maxPrice: 180_000 }),
      removed('s-old'),
      { type: 'HigherLimitGranted', data: { userId, limit: 160_000 } },
    ])
      .when(restore('s-old'))
      .thenRejects('price-above-limit');
  });
});

describe('other commands of a user with further searches', () => {
  it('A limit below the max price of further searches lowers those too, and no others', () => {
    const dear = { ...cabins, maxPrice: 200_000 };
    given(user, [
      registered,
      { type: 'HigherLimitGranted', data: { userId, limit: 200_000 } },
      updated({ maxPrice: 190_000 }),
      added('s-1', dear),
      added('s-2', lots),
    ])
      .when({ type: 'GrantHigherLimit', data: { userId, limit: 160_000 } })
      .then([
        { type: 'HigherLimitGranted', data: { userId, limit: 160_000 } },
        updated({ maxPrice: 160_000 }),
        changed('s-1', { ...dear, maxPrice: 160_000 }),
      ]);
  });

  it('A membership becomes active with the further searches that are not paused', () => {
    const now = '2026-03-10T15:00:00.000Z';
    const filters = toMatchingFilters(emptyFilters);
    const paused = { ...cabins, paused: true };
    const activate: UserCommand = { type: 'ActivateMembership', data: { userId, now } };
    const memberSince: UserEvent = { type: 'MemberSinceSet', data: { userId, memberSince: now } };
    given(user, [registered, added('s-1', paused), added('s-2', lots)])
      .when(activate)
      .then([
        { type: 'MembershipActivated', data: { userId, filters, searches: [{ ...lots, id: 's-2' }] } },
        memberSince,
      ]);
    given(user, [registered, added('s-1', paused)])
      .when(activate)
      .then([{ type: 'MembershipActivated', data: { userId, filters } }, memberSince]);
  });

  it('A weekly summary is issued where only a further search asks for it, unless that is paused', () => {
    const week = '2026-03-16';
    const summarize: UserCommand = { type: 'SummarizeWeek', data: { userId, week } };
    const active: UserEvent = {
      type: 'MembershipActivated',
      data: { userId, filters: toMatchingFilters(emptyFilters) },
    };
    const weekly = { ...cabins, weeklySummary: true };
    given(user, [registered, active, added('s-1', weekly)])
      .when(summarize)
      .then([{ type: 'WeeklySummaryIssued', data: { userId, week } }]);
    given(user, [registered, active, added('s-1', { ...weekly, paused: true }), added('s-2', lots)])
      .when(summarize)
      .then([]);
  });

  it('A change of delivery reaches the filters and each further search that it changes', () => {
    given(user, [
      registered,
      added('s-1', { ...cabins, weeklySummary: true }),
      added('s-2', { ...lots, notificationPreference: 'daily' }),
    ])
      .when({ type: 'UpdateDelivery', data: { userId, changes: { notificationPreference: 'daily' } } })
      .then([
        updated({ notificationPreference: 'daily' }),
        changed('s-1', { ...cabins, weeklySummary: true, notificationPreference: 'daily' }),
      ]);
  });
});
