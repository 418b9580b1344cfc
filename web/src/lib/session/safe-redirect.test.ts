import { expect, it } from 'vitest';
import { safeRedirectPath } from './safe-redirect.ts';

const origin = 'https://scout.example.com';

it.each(['/admin', '/profile', '/?from=mail', '/layout-diagram#auth-page'])('The sign-in continues to %s', (path) => {
  expect(safeRedirectPath(path, origin)).toBe(path);
});

it.each([
  undefined,
  null,
  7,
  '',
  'admin',
  '//evil.example.com',
  '/\\evil.example.com',
  '/\t/evil.example.com',
  'https://evil.example.com/',
  'javascript:alert(1)',
  '/auth',
  '/auth?again',
  '//',
])('The sign-in goes to the start page instead of %j', (path) => {
  expect(safeRedirectPath(path, origin)).toBe('/');
});
