import { expect, it } from 'vitest';
import { emailKey } from './email-key.ts';

it('is the same for every way to type an address', () => {
  expect(emailKey(' Ann.Lee@X.com ')).toBe(emailKey('ann.lee@x.com'));
});
