import { describe, expect, it } from 'vitest';
import type { AdminUserView } from '#domain/user/contract.ts';
import { exampleUser } from '#web/lib/testing/example-user.ts';
import { mergeUserRows, type UserOrder, type UserPages } from './merge-user-rows.ts';

const createUser = (id: string, changes: Partial<AdminUserView> = {}): AdminUserView => ({
  ...exampleUser,
  id,
  email: `${id}@example.com`,
  ...changes,
});

const byEmail: UserOrder = { column: 'email', isDescending: false };
const byPrice: UserOrder = { column: 'maxPrice', isDescending: false };

function createPages(pages: AdminUserView[][], hasMore = false): UserPages {
  const next = (index: number) => (index < pages.length - 1 || hasMore ? `/page-${index + 1}` : null);
  return {
    pages: pages.map((items, index) => ({ items, total: 9, next: next(index) })),
    pageParams: pages.map((_, index) => `/page-${index}`),
  };
}

function merge(list: UserPages, ids: string[], items: AdminUserView[], order = byEmail): string {
  const { pages } = mergeUserRows(list, { ids, fresh: { items, total: 8 }, order });
  expect(pages.map(({ total }) => total)).toEqual(pages.map(() => 8));
  const rows = pages.flatMap((page) => page.items);
  return rows.map(({ id, membershipStatus }) => (membershipStatus === 'active' ? `${id}!` : id)).join(' ');
}

const [a, b, c, d] = [createUser('a'), createUser('b'), createUser('c'), createUser('d')];

describe('The loaded rows of the users table', () => {
  const list = createPages([[a, b], [c]]);

  it('The loaded rows of the users table keep their place where a change does not concern the order', () => {
    const active = { membershipStatus: 'active' } as const;
    expect(merge(list, ['b', 'c'], [createUser('b', active), createUser('c', active)])).toBe('a b! c!');
  });

  it('The loaded rows of the users table lose a user who was deleted or no longer fits the search', () => {
    expect(merge(list, ['b'], [])).toBe('a c');
  });

  it('The loaded rows of the users table gain a new user at their place, also behind all others', () => {
    expect(merge(list, ['aa'], [createUser('aa')])).toBe('a aa b c');
    expect(merge(list, ['d'], [d])).toBe('a b c d');
  });

  it('The loaded rows of the users table leave out a user beyond them, and keep their last one', () => {
    const part = createPages([[a], [c]], true);
    expect(merge(part, ['d'], [d])).toBe('a c');
    expect(merge(part, ['c'], [createUser('c')])).toBe('a c');
  });

  it('The loaded rows of the users table move with the value that they are sorted by, unset ones last', () => {
    const [cheap, dear, unset] = [
      createUser('x', { maxPrice: 10 }),
      createUser('y', { maxPrice: 20 }),
      createUser('z'),
    ];
    const priced = createPages([[cheap, dear, unset]]);
    expect(merge(priced, ['x'], [createUser('x', { maxPrice: 30 })], byPrice)).toBe('y x z');
    expect(merge(priced, ['x'], [createUser('x')], byPrice)).toBe('y x z');
    const falling = createPages([[dear, cheap, unset]]);
    expect(merge(falling, ['z'], [createUser('z', { maxPrice: 15 })], { ...byPrice, isDescending: true })).toBe(
      'y z x',
    );
  });
});
