import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { MemberListing } from '#domain/member-listing/contract.ts';
import { deliverWebhook, webhookSecret } from '#server/testing/deliver-webhook.ts';
import type { ApiUser } from './api-user.ts';
import { createLotListing } from './lot-listing.ts';
import { closeWindowsAfterEach, failCalls, registerMember, setUpApp } from './test-app.ts';
import { focus } from './browser.ts';

const app = setUpApp();
closeWindowsAfterEach(app);
let ann: ApiUser;
let bob: ApiUser;

beforeAll(async () => {
  ann = await registerMember(app, 'ann@example.com', { zipCode: '48204' });
  bob = await app.register('bob@example.com');
  await app.register('cem@example.com');
  await deliverWebhook(app.product.url, webhookSecret, 'lots', {
    source: 'lots',
    listings: [
      ...[1, 2, 3, 4].map(createLotListing),
      { externalId: 'odd', title: 'Something unclear', price: 'ask', link: 'https://l.example.com/odd' },
      { externalId: 'odd-2', title: 'Something else unclear', price: 'ask', link: 'https://l.example.com/odd-2' },
    ],
  });
  await vi.waitFor(async () => expect(await ann.get<MemberListing[]>('/api/listings')).toHaveLength(4), {
    timeout: 60_000,
  });
});

type Press = { page: Page; button: Locator; gone: () => Promise<unknown>; confirm?: Locator };

/** Presses a button by keyboard; resolves with what has the focus once the button has vanished or is disabled. */
async function press({ page, button, gone, confirm }: Press) {
  await focus(button);
  await page.keyboard.press('Enter');
  if (confirm) {
    await focus(confirm);
    await page.keyboard.press('Enter');
  }
  await gone();
  const focused = () =>
    page.evaluate(() => {
      const active = document.activeElement as HTMLElement | null;
      if (active === null || active === document.body || active.matches(':disabled')) return 'nothing';
      return active.getAttribute('aria-label') ?? active.innerText.trim();
    });
  await expect.poll(focused).not.toBe('nothing');
  return focused();
}

const isGone = (locator: Locator) => () => locator.waitFor({ state: 'detached' });

describe('The focus of a member', () => {
  it('The focus moves on from the steps of the checklist, and from the checklist', async () => {
    const page = await app.open(bob, '/');
    const checklist = page.getByRole('region', { name: 'Get your first alert' });
    await checklist.getByLabel('Your ZIP').fill('48204');
    const next = checklist.getByRole('button', { name: 'Continue' });
    // The next step links to the checkout once its address is loaded.
    await page.getByRole('link', { name: 'Subscribe' }).waitFor();
    expect(await press({ page, button: next, gone: isGone(next) })).toContain('Go to checkout');
    const dismiss = checklist.getByRole('button', { name: 'Dismiss the checklist' });
    expect(await press({ page, button: dismiss, gone: isGone(checklist) })).toBe('Welcome back!');
  });

  it('The focus moves to the next listing when one is hidden, or loses the status that is shown', async () => {
    const page = await app.open(ann, '/listings');
    const rows = page.getByRole('button', { name: /^Hide / });
    await rows.nth(3).waitFor();
    const names = await rows.evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label')));
    const [first, second] = names;
    const button = page.getByRole('button', { name: first ?? '' });
    expect(await press({ page, button, gone: isGone(button) })).toBe(second);
    for (const { id } of (await ann.get<MemberListing[]>('/api/listings')).slice(0, 2))
      await ann.send('PUT', `/api/listings/${id}/marks`, { status: 'called' });
    await page.goto(`${app.product.url}/listings?filter=called`);
    const statuses = page.getByRole('combobox', { name: /^Status of / });
    await statuses.nth(1).waitFor();
    const [, other] = await statuses.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
    await focus(statuses.first());
    await statuses.first().selectOption('won');
    await expect.poll(() => statuses.count()).toBe(1);
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(other);
  });

  it('The focus moves on from a link that is no longer shared', async () => {
    const [listing] = await ann.get<MemberListing[]>('/api/listings');
    await ann.send('POST', `/api/listings/${listing?.id ?? ''}/shares`);
    const page = await app.open(ann, `/listings/${listing?.id ?? ''}`);
    const button = page.getByRole('button', { name: /Stop sharing/ });
    await press({ page, button, gone: isGone(button) });
  });
});

describe('The focus of an admin', () => {
  const openUsers = async () => {
    const page = await app.open(app.root, '/admin', { viewport: { width: 1440, height: 900 } });
    const row = page.getByRole('row').filter({ hasText: 'bob@example.com' });
    await row.waitFor();
    return { page, row };
  };
  const choose = async (page: Page, item: string) => {
    await focus(page.getByRole('button', { name: 'Actions for bob@example.com' }));
    await page.keyboard.press('Enter');
    return page.getByRole('menuitem', { name: item });
  };

  it('The focus stays on a password that is shown, hidden, or cannot be shown', async () => {
    const { page, row } = await openUsers();
    const button = row.getByRole('button', { name: 'Show password' });
    expect(await press({ page, button, gone: isGone(button) })).toBe('Hide password');
    const hide = row.getByRole('button', { name: 'Hide password' });
    expect(await press({ page, button: hide, gone: isGone(hide) })).toBe('Show password');
    await failCalls(page, `/api/admin/users/${bob.id}/password/reveal`, 409, 'This password cannot be shown');
    const refusal = page.getByText('409: This password cannot be shown');
    expect(await press({ page, button, gone: () => refusal.first().waitFor() })).toBe('Show password');
  });

  it('The focus moves on from a request that was cleared, an announcement that is out, and a user who was deleted', async () => {
    await bob.send('POST', '/api/request-higher-limit');
    const { page, row } = await openUsers();
    const badge = row.getByText('Limit requested');
    const clear = await choose(page, 'Clear request');
    expect(await press({ page, button: clear, gone: isGone(badge) })).toBe('Actions for bob@example.com');
    await page.getByLabel('Message', { exact: true }).fill('Closed on Monday');
    const update = page.getByRole('button', { name: 'Update Announcement' });
    const isOut = () => expect.poll(() => update.isDisabled()).toBe(true);
    const publish = page.getByRole('dialog').getByRole('button', { name: 'Publish' });
    await press({ page, button: update, confirm: publish, gone: isOut });
    const remove = await choose(page, 'Delete…');
    const confirm = page.getByRole('dialog').getByRole('button', { name: /Delete/ });
    expect(await press({ page, button: remove, confirm, gone: isGone(row) })).toMatch(/^Actions for /);
  });

  it('The focus moves to the next item of the review', async () => {
    const page = await app.open(app.root, '/admin/review');
    const items = page.getByRole('region', { name: 'Waiting for review' }).getByRole('listitem');
    await expect.poll(() => items.count()).toBe(2);
    const button = page.getByRole('button', { name: 'Reject', exact: true });
    for (const count of [1, 0]) await press({ page, button, gone: () => expect.poll(() => items.count()).toBe(count) });
  });
});
