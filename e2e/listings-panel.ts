import type { BrowserContextOptions, Page } from 'playwright-core';
import type { SavedListing, UserView } from '#domain/user/contract.ts';
import type { ApiUser } from './api-user.ts';
import { setUpUsers, findRowToggle } from './users-table.ts';

export const barn = { title: 'Barn', price: '45000', timestamp: '2026-01-02T03:04:05.000Z' };
export const mill = { title: 'Mill', price: '$30k obo', timestamp: '2026-02-02T03:04:05.000Z' };

/** The panel of one user in a window, with its parts named as a user sees them. */
function findPanel(page: Page) {
  const panel = page.getByRole('region', { name: 'Listings Management' });
  const row = (number: number) => panel.getByRole('group', { name: `Listing ${number}` });
  return {
    page,
    panel,
    row,
    field: (number: number, label: string) => row(number).getByLabel(label, { exact: true }),
    button: (name: string) => panel.getByRole('button', { name, exact: true }),
    rowCount: () => panel.getByRole('group').count(),
    isUnsaved: async () => (await panel.getByText('Unsaved changes').count()) > 0,
    toast: (title: string) => page.getByRole('listitem').filter({ hasText: title }),
    save: async () => {
      // Both waits start before the click: on a busy machine the toast may be gone soon after it.
      await Promise.all([
        page.waitForResponse((reply) => reply.url().endsWith('/listings') && reply.request().method() === 'PATCH'),
        page.getByRole('listitem').filter({ hasText: 'Listings updated successfully' }).waitFor(),
        panel.getByRole('button', { name: 'Save Listings', exact: true }).click(),
      ]);
      // The panel ignores clicks until the saved listings are loaded.
      await panel.getByRole('button', { name: 'Save Listings', exact: true }).waitFor();
    },
    /** Presses a button that asks before the edits are lost, and confirms. */
    discard: async (name: string) => {
      await panel.getByRole('button', { name, exact: true }).click();
      await page
        .getByRole('dialog', { name: 'Discard your changes?' })
        .getByRole('button', { name: 'Discard', exact: true })
        .click();
    },
    /** 'Listing 2: title' for a field of a row, the text of a button otherwise. */
    focused: () =>
      page.evaluate(() => {
        const { activeElement } = document;
        const group = activeElement?.closest('[role=group]')?.getAttribute('aria-label') ?? '';
        return [group, activeElement?.getAttribute('name') ?? activeElement?.textContent].filter(Boolean).join(': ');
      }),
  };
}

export type ListingsPanelPage = ReturnType<typeof findPanel>;

/** Creates a user for each test, whose listings are managed. */
export function setUpListings() {
  const users = setUpUsers();
  const { bob, house } = users;
  const path = () => `/api/admin/users/${bob().id}/listings`;
  const savedOnes = async () => (await bob().get<UserView>('/api/user')).recentListings;
  return {
    ...users,
    path,
    given: (recentListings: Partial<SavedListing>[]) => house().root.send('PATCH', path(), { recentListings }),
    savedOnes,
    savedTitles: async () => (await savedOnes()).map(({ title }) => title),
    openPanel: async (contextOptions?: BrowserContextOptions, who?: ApiUser) => {
      const page = await users.open(contextOptions, who);
      await findRowToggle(page, bob()).click();
      const parts = findPanel(page);
      await parts.panel.getByRole('heading', { name: 'Listings Management' }).waitFor();
      return parts;
    },
    toggle: (page: Page) => findRowToggle(page, bob()),
  };
}
