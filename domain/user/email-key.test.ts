import { expect, it } from 'vitest';
import { toEmailKey } from './email-key.ts';

it('An email key is the same for every way to type an address', () => {
  expect(toEmailKey(' Ann.Lee@X.com ')).toBe(toEmailKey('ann.lee@x.com'));
});
