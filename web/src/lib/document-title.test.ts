import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setPageTitle, setUnreadCount } from './document-title.ts';

const page = { title: '' };
beforeEach(() => {
  vi.stubGlobal('document', page);
});
afterEach(() => {
  setUnreadCount(0);
  vi.unstubAllGlobals();
});

it('The title of a tab names its page', () => {
  setPageTitle('Home');
  expect(page.title).toBe('Home · Off-Market Scout');
});

it('The title of a tab counts what is new, on every page', () => {
  setPageTitle('Home');
  setUnreadCount(3);
  expect(page.title).toBe('(3) Off-Market Scout');
  setPageTitle('Listings');
  expect(page.title).toBe('(3) Listings · Off-Market Scout');
  setUnreadCount(0);
  expect(page.title).toBe('Listings · Off-Market Scout');
});
