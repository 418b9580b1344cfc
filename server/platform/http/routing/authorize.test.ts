import { expect, it } from 'vitest';
import { Rejected } from '#domain/shared/decider.ts';
import { toOwnError } from './authorize.ts';

const deleted = new Rejected('user-not-found');

it('A request of a user who was deleted since it was checked is answered like one without a session', () => {
  expect(toOwnError('signed-in', deleted)).toMatchObject({ status: 401, message: 'You are not signed in' });
});

it('A request of an admin about a deleted user, and any other refusal, keep their answers', () => {
  expect(toOwnError('full-admin', deleted)).toBe(deleted);
  const other = new Rejected('price-above-limit');
  expect(toOwnError('signed-in', other)).toBe(other);
});
