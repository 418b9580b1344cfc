import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ApiUser } from './api-user.ts';
import { failCalls, registerMember, setUpApp, closeWindowsAfterEach } from './test-app.ts';
import { expectAccessible, collectPageErrors, viewports } from './accessibility.ts';
import { createHelper } from './admin-page.ts';

const app = setUpApp();
closeWindowsAfterEach(app);
let helper: ApiUser;
beforeAll(async () => {
  helper = await createHelper(app);
});

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const add = (page: Page) => page.getByRole('button', { name: 'Add listing' }).click();
const says = (page: Page) => page.getByRole('region', { name: 'Scout’s verdict' });
const status = (page: Page) => page.getByRole('form').getByRole('status');
let listings = 0;
const fill = async (page: Page, more: Partial<Record<string, string>> = {}) => {
  listings += 1;
  const texts = {
    Title: `Inherited 3 bedroom house at ${listings}07 Oak Street`,
    Price: '$45k obo',
    Details: `Heirs want number ${listings}07 gone, as-is.`,
    'ZIP code': '48204',
    Link: `https://listings.example.com/${listings}`,
    ...more,
  };
  for (const [name, text] of Object.entries(texts)) await field(page, name).fill(text);
  return texts;
};

describe('The page that adds a listing', () => {
  it('The page that adds a listing is reached from the listings, whose link stays marked', async () => {
    const page = await app.open(helper, '/admin/found');
    await page.getByRole('link', { name: 'Add Listing' }).click();
    await page.getByRole('heading', { name: 'Add Listing' }).waitFor();
    expect(await page.locator('a[aria-current=page]').allTextContents()).toEqual(['Listings']);
  });

  it('The page that adds a listing previews the classification while the user types', async () => {
    const page = await app.open(helper, '/admin/add-listing');
    await says(page).getByText('Enter a title').waitFor();
    await field(page, 'Title').fill('Inherited 3 bedroom house');
    await says(page).getByText('No valid price found').waitFor();
    await field(page, 'Price').fill('$45k obo');
    await says(page).getByText('Location unknown').waitFor();
    await field(page, 'ZIP code').fill('48204');
    await says(page).getByText('Will be sent to members').waitFor();
    await says(page).getByText('$45,000', { exact: true }).waitFor();
    await says(page).getByText('Detroit, MI, 48204').waitFor();
    await says(page).getByText('Would alert 0 members').waitFor();
    await registerMember(app, 'ann@example.com', { zipCode: '48204', maxPrice: 45_000 });
    await registerMember(app, 'carl@example.com', { zipCode: '48204', maxPrice: 44_999 });
    const entry = { title: 'Inherited 3 bedroom house', price: '$45,000', zipCode: '48204' };
    const preview = async () => (await helper.send('POST', '/api/admin/listings?dryRun=true', entry)).text;
    await expect.poll(preview).toContain('"alertCount":1');
    await field(page, 'Price').fill('$45,000');
    await says(page).getByText('Would alert 1 member', { exact: true }).waitFor();
    await says(page).getByRole('list', { name: 'Quoted words' }).getByText('Inherited').first().waitFor();
    await field(page, 'Title').fill('We buy houses for cash');
    await says(page).getByText('Will be rejected').waitFor();
  });

  it('The page that adds a listing adds the listing, and is ready for the next', async () => {
    const page = await app.open(helper, '/admin/add-listing');
    const { Title, Link } = await fill(page);
    await add(page);
    await status(page).getByText('Listing added:').waitFor();
    expect([await field(page, 'Title').inputValue(), await field(page, 'Link').inputValue()]).toEqual(['', '']);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('title');
    await fill(page, { Title, Link });
    await add(page);
    await status(page).getByText('Known already:').waitFor();
    await fill(page, { Price: 'make offer' });
    await add(page);
    await status(page).getByText('Sent to review:').waitFor();
    await status(page).getByRole('link', { name: 'Review Queue' }).click();
    await page.getByText('1 waiting for review').waitFor();
    const log = await app.root.get<{ details: string }[]>('/api/admin/workflow-logs');
    const lines = log.map(({ details }) => details).filter((line) => line.includes('admin-entry'));
    expect(lines).toHaveLength(2);
    for (const line of lines) expect(line).toContain('(from admin-entry by helper@example.com)');
  });

  it('The page that adds a listing keeps a listing that is rejected or refused, and says why', async () => {
    const page = await app.open(helper, '/admin/add-listing');
    await fill(page, { Title: 'We buy houses, any condition', Details: 'Call us for a cash offer.' });
    await add(page);
    await status(page).getByText('Rejected:').waitFor();
    expect(await field(page, 'Title').inputValue()).toBe('We buy houses, any condition');
    await fill(page, { Link: 'listings.example.com' });
    await add(page);
    await page.getByRole('alert').getByText('link must start with http:// or https://').waitFor();
    await failCalls(page, '/api/admin/listings', 503, 'The store is down');
    await add(page);
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Listing not added' })
      .getByText('503: The store is down')
      .waitFor();
    expect(await field(page, 'Link').inputValue()).toBe('listings.example.com');
  });

  it('The page that adds a listing is for admins only', async () => {
    const page = await app.open(await app.register('bob@example.com'), '/admin/add-listing');
    await page.getByRole('heading', { name: 'Access Denied' }).waitFor();
  });

  it.each(viewports)(
    'The page that adds a listing is accessible at $width px, $colorScheme',
    async ({ width, colorScheme }) => {
      const page = await app.open(helper, '/admin/add-listing', { viewport: { width, height: 800 }, colorScheme });
      const faults = collectPageErrors(page);
      await fill(page, { Title: `House ${'Averyveryverylongwordwithoutanyblank'.repeat(4)}` });
      await says(page).getByText('Will be sent to members').waitFor();
      await expectAccessible(page, faults);
      await add(page);
      // The second viewport adds a repost of the first one's listing.
      await status(page)
        .getByText(/Listing added:|Known already:/)
        .waitFor();
      await expectAccessible(page, faults);
    },
  );
});
