import { describe, expect, it } from 'vitest';
import { focus } from './browser.ts';
import { barn, setUpListings, type ListingsPanelPage, mill } from './listings-panel.ts';
import { expectAccessible, collectPageErrors, viewports } from './accessibility.ts';

const admin = setUpListings();
let at: ListingsPanelPage;

const press = async (...keys: string[]) => {
  for (const key of keys) await at.page.keyboard.press(key);
};

describe('Edits in the listings panel', () => {
  it('Edits in the listings panel are kept while the row is closed, and while another page is shown', async () => {
    await admin.given([barn]);
    at = await admin.openPanel();
    const toggle = admin.toggle(at.page);
    await at.button('Edit Listing 1').click();
    await at.field(1, 'Title').fill('Red barn');
    await toggle.click();
    await at.panel.waitFor({ state: 'detached' });
    await toggle.click();
    expect(await at.field(1, 'Title').inputValue()).toBe('Red barn');
    await at.page.getByRole('link', { name: 'Back to Home' }).click();
    await at.page.getByRole('link', { name: 'Admin Dashboard' }).click();
    await toggle.click();
    expect([await at.field(1, 'Title').inputValue(), await at.isUnsaved()]).toEqual(['Red barn', true]);
    await at.button('Discard changes').click();
    await at.page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    expect(await at.field(1, 'Title').inputValue()).toBe('Red barn');
    await at.discard('Discard changes');
    await toggle.click();
    await toggle.click();
    await at.row(1).getByText('Barn', { exact: true }).waitFor();
    expect(await at.isUnsaved()).toBe(false);
  });

  it('Edits in the listings panel are made and saved by keyboard alone, which never loses the focus', async () => {
    await admin.given([barn, mill]);
    at = await admin.openPanel();
    await focus(at.button('Add Listing'));
    await press('Enter');
    expect(await at.focused()).toBe('Listing 3: title');
    await at.page.keyboard.type('Cabin');
    await press('Enter');
    await at.toast('Listings updated successfully').waitFor();
    await expect.poll(at.focused).toBe('Add Listing');
    await focus(at.button('Edit Listing 2'));
    await press('Enter');
    expect(await at.focused()).toBe('Listing 2: title');
    await press('Shift+Tab', 'Shift+Tab', 'Enter');
    expect(await at.focused()).toBe('Listing 2: Edit');
    await press('Tab', 'Enter');
    expect([await at.focused(), await at.rowCount()]).toEqual(['Listing 2: Edit', 2]);
    await press('Tab', 'Enter');
    expect(await at.focused()).toBe('Listing 1: Edit');
    await focus(at.button('Save Listings'));
    await press('Enter');
    await at.toast('Listings updated successfully').waitFor();
    await expect.poll(at.focused).toBe('Save Listings');
    expect(await admin.savedTitles()).toEqual(['Barn']);
    await focus(at.button('Delete Listing 1'));
    await press('Enter');
    expect(await at.focused()).toBe('Add Listing');
  });

  it('Edits in the listings panel keep the caret position', async () => {
    await admin.given([barn]);
    at = await admin.openPanel();
    await at.button('Edit Listing 1').click();
    await press('Home');
    await at.page.keyboard.type('Red ');
    expect(await at.field(1, 'Title').inputValue()).toBe('Red Barn');
  });
});

describe('Two admins who edit the same listings', () => {
  it('Two admins who edit the same listings see at once what the other saved, if they edited nothing', async () => {
    await admin.given([barn]);
    const other = await admin.openPanel();
    at = await admin.openPanel();
    await other.button('Edit Listing 1').click();
    await other.field(1, 'Title').fill('Red barn');
    await other.save();
    await at.row(1).getByText('Red barn').waitFor();
    await other.button('Add Listing').click();
    await other.field(2, 'Title').fill('Cabin');
    await other.button('Save Listings').click();
    await at.row(2).getByText('Cabin').waitFor();
    expect(await at.isUnsaved()).toBe(false);
  });

  it('Two admins who edit the same listings overwrite nothing silently: the second save reports what has changed', async () => {
    await admin.given([barn, mill]);
    at = await admin.openPanel();
    // The other admin's save is not received here before this one.
    const heard = Promise.withResolvers<undefined>();
    await at.page.route('**/api/admin/users?*', async (route) => {
      await heard.promise;
      await route.continue();
    });
    await at.button('Edit Listing 1').click();
    await at.field(1, 'Title').fill('Mine');
    await admin.given([{ ...barn, price: '1' }, { title: 'Hut' }]);
    const [refusal] = await Promise.all([
      at.page.waitForResponse(`**${admin.path()}`),
      at.button('Save Listings').click(),
    ]);
    expect(refusal.status()).toBe(409);
    heard.resolve(undefined);
    const said =
      "Another admin saved these listings: 'Hut' was added, 'Barn' was changed and 'Mill' was removed. Reload them, then save yours.";
    await at.toast('Update failed').getByText(`409: ${said}`, { exact: true }).waitFor();
    await at.panel.getByText(said, { exact: true }).waitFor();
    expect(await at.field(1, 'Title').inputValue()).toBe('Mine');
    expect(await admin.savedTitles()).toEqual(['Barn', 'Hut']);
    await at.discard('Reload');
    await at.row(2).getByText('Hut').waitFor();
    expect([await at.rowCount(), await at.isUnsaved(), await at.button('Reload').count()]).toEqual([2, false, 0]);
    await at.button('Edit Listing 1').click();
    await at.field(1, 'Title').fill('Mine');
    await at.save();
    expect(await admin.savedTitles()).toEqual(['Mine', 'Hut']);
  });
});

describe.each(viewports)('The listings panel at $width px, $colorScheme', ({ colorScheme, width }) => {
  it('The listings panel is accessible: read, edited, refused and in conflict', async () => {
    await admin.given([
      { ...barn, title: 'Averyveryverylongword'.repeat(10), link: `https://x.com/${'a'.repeat(300)}` },
      mill,
    ]);
    at = await admin.openPanel({ colorScheme, viewport: { width, height: 900 } });
    const faults = collectPageErrors(at.page);
    await expectAccessible(at.page, faults);
    await at.button('Edit Listing 1').click();
    await at.button('Delete Listing 2').click();
    await at.button('Add Listing').click();
    await at.field(2, 'Link').fill('x.com');
    await at.button('Save Listings').click();
    await at.panel.getByRole('alert').first().waitFor();
    await expectAccessible(at.page, faults);
    await at.field(2, 'Link').fill('https://x.com');
    await admin.given([mill]);
    await at.button('Save Listings').click();
    await at.button('Reload').waitFor();
    await expectAccessible(at.page, faults);
    const edges = await at.panel.getByRole('textbox').evaluateAll((fields) =>
      fields.map((field) => {
        const { left, right } = field.getBoundingClientRect();
        return { left, right };
      }),
    );
    expect(edges.every(({ left, right }) => left >= 0 && right <= width)).toBe(true);
  });
});
