import { describe, expect, it } from 'vitest';
import { createPng } from '#server/modules/pictures/testing/sample-pictures.ts';
import { failCalls } from './test-app.ts';
import { barn, setUpListings, type ListingsPanelPage, mill } from './listings-panel.ts';

const admin = setUpListings();
let at: ListingsPanelPage;

describe('A row of the listings panel', () => {
  it("A row of the listings panel begins empty and open, and once saved has a time and appears on its member's dashboard at once", async () => {
    const member = await admin.house().open(admin.bob(), '/');
    at = await admin.openPanel();
    expect(await at.rowCount()).toBe(1);
    for (const label of ['Title', 'Price', 'Details', 'Link', 'Image URL']) {
      expect(await at.field(1, label).inputValue()).toBe('');
    }
    expect(
      await at
        .row(1)
        .getByRole('button', { name: /^(Edit|Done)/ })
        .count(),
    ).toBe(0);
    expect(await at.isUnsaved()).toBe(false);
    await at.field(1, 'Title').fill('Inherited house');
    await at.field(1, 'Price').fill('45000');
    await at.field(1, 'Details').fill('Needs a roof');
    await at.field(1, 'Link').fill('https://l.example.com/1');
    await at.row(1).getByText('Not saved yet').waitFor();
    expect(await at.isUnsaved()).toBe(true);
    expect(await admin.savedOnes()).toEqual([]);
    await at.save();
    await member.getByRole('article').filter({ hasText: 'Inherited house' }).getByText('$45,000').waitFor();
    const [saved] = await admin.savedOnes();
    expect(saved).toEqual({
      title: 'Inherited house',
      price: '45,000',
      details: 'Needs a roof',
      link: 'https://l.example.com/1',
      imageUrl: '',
      timestamp: saved?.timestamp,
    });
    expect(await at.row(1).locator('time').getAttribute('datetime')).toBe(saved?.timestamp);
    expect(await at.row(1).innerText()).toMatch(/\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d/);
    expect(await at.row(1).getByRole('textbox').count()).toBe(0);
    expect(await at.isUnsaved()).toBe(false);
  });

  it('A row of the listings panel opens and closes again once it has a time; a new one stays open', async () => {
    await admin.given([barn]);
    at = await admin.openPanel();
    expect(await at.row(1).getByRole('textbox').count()).toBe(0);
    await at.button('Edit Listing 1').click();
    await at.field(1, 'Title').fill('Red barn');
    await at.button('Done editing Listing 1').click();
    await at.row(1).getByText('Red barn').waitFor();
    expect([await at.isUnsaved(), await admin.savedTitles()]).toEqual([true, ['Barn']]);
    await at.button('Edit Listing 1').click();
    await at.button('Add Listing').click();
    expect(await at.field(2, 'Title').inputValue()).toBe('');
    await at.field(2, 'Title').fill('Cabin');
    await at.save();
    expect(await at.panel.getByRole('textbox').count()).toBe(0);
    const [first, second] = await admin.savedOnes();
    expect([first?.title, first?.timestamp, second?.title]).toEqual(['Red barn', barn.timestamp, 'Cabin']);
    expect(second?.timestamp).not.toBe(barn.timestamp);
  });

  it('A row of the listings panel is not saved if it is blank', async () => {
    await admin.given([barn]);
    at = await admin.openPanel();
    await at.button('Add Listing').click();
    await at.button('Add Listing').click();
    await at.field(3, 'Title').fill('Cabin');
    await at.save();
    expect([await at.rowCount(), await admin.savedTitles()]).toEqual([2, ['Barn', 'Cabin']]);
  });

  it('A row of the listings panel can be deleted, which the save or a discard decides', async () => {
    await admin.given([barn, mill]);
    at = await admin.openPanel();
    await at.button('Delete Listing 1').click();
    await at.toast('Listing deleted').waitFor();
    expect([await at.rowCount(), await at.isUnsaved(), await admin.savedTitles()]).toEqual([1, true, ['Barn', 'Mill']]);
    await at.discard('Discard changes');
    expect([await at.rowCount(), await at.isUnsaved(), await at.focused()]).toEqual([2, false, 'Add Listing']);
    await at.button('Delete Listing 1').click();
    await at.save();
    expect(await admin.savedTitles()).toEqual(['Mill']);
    await at.button('Delete Listing 1').click();
    await at.panel.getByText('No listings.').waitFor();
    await at.button('Save Listings').click();
    await at.panel.getByText('Unsaved changes').waitFor({ state: 'detached' });
    expect([await admin.savedTitles(), await at.rowCount(), await at.field(1, 'Title').inputValue()]).toEqual([
      [],
      1,
      '',
    ]);
  });
});

describe('The rows of the listings panel', () => {
  it('The rows of the listings panel are at most nine', async () => {
    await admin.given(Array.from({ length: 8 }, (_, n) => ({ title: `House ${n}` })));
    at = await admin.openPanel();
    await at.button('Add Listing').click();
    await at.field(9, 'Title').fill('The ninth');
    await at.panel.getByText('At most 9 listings can be saved.').waitFor();
    expect(await at.button('Add Listing').isDisabled()).toBe(true);
    await at.save();
    expect(await admin.savedTitles()).toHaveLength(9);
    await at.button('Delete Listing 4').click();
    expect(await at.button('Add Listing').isEnabled()).toBe(true);
  });

  it('The rows of the listings panel show their picture, or why there is none', async () => {
    at = await admin.openPanel();
    const picture = at.row(1).getByRole('img', { name: 'Preview' });
    await at.row(1).getByText('No picture').waitFor();
    await at.page.route('**/api/admin/picture-preview?address=*house.png', (route) =>
      route.fulfill({ contentType: 'image/png', body: createPng(40, 30) }),
    );
    await at.field(1, 'Image URL').fill('https://images.example.com/house.png');
    await picture.waitFor();
    await at.field(1, 'Image URL').fill('http://127.0.0.1/none.jpg');
    await at.row(1).getByText('Couldn’t load the picture').waitFor();
    await at.field(1, 'Image URL').fill('javascript:alert(1)');
    await at.row(1).getByText('No picture').waitFor();
    expect(await picture.count()).toBe(0);
  });

  it('The rows of the listings panel show errors beside their fields, and are not sent', async () => {
    await admin.given([barn]);
    at = await admin.openPanel();
    let calls = 0;
    at.page.on('request', (request) => (calls += request.method() === 'PATCH' ? 1 : 0));
    await at.button('Edit Listing 1').click();
    await at.field(1, 'Link').fill('barn.example.com');
    await at.field(1, 'Price').fill('9'.repeat(51));
    await at.button('Done editing Listing 1').click();
    await at.button('Add Listing').click();
    await at.field(2, 'Details').fill('As is');
    await at.button('Save Listings').click();
    const alerts = at.panel.getByRole('alert');
    await alerts.first().waitFor();
    expect(await alerts.allInnerTexts()).toEqual([
      'Price must be at most 50 characters',
      'Link must be a web address that begins with http:// or https://',
      'A listing needs a title or a link',
    ]);
    expect([await at.focused(), calls]).toEqual(['Listing 1: price', 0]);
    expect(await at.field(1, 'Link').getAttribute('aria-invalid')).toBe('true');
    await at.field(1, 'Price').fill('$9');
    await at.field(1, 'Link').fill('https://barn.example.com');
    await at.field(2, 'Title').fill('Cabin');
    expect(await alerts.count()).toBe(0);
    await at.save();
    expect(await admin.savedTitles()).toEqual(['Barn', 'Cabin']);
  });
});

describe('A save of listings', () => {
  it('A save of listings that fails shows an error, and keeps the input', async () => {
    at = await admin.openPanel();
    const mend = await failCalls(at.page, admin.path(), 503, 'The store is down');
    await at.field(1, 'Title').fill('Barn');
    await at.button('Save Listings').click();
    await at.toast('Update failed').getByText('503: The store is down', { exact: true }).waitFor();
    expect([await at.field(1, 'Title').inputValue(), await at.isUnsaved()]).toEqual(['Barn', true]);
    await mend();
    await at.save();
    expect(await admin.savedTitles()).toEqual(['Barn']);
  });

  it('A save of listings is sent once, and blocks input that would be lost', async () => {
    at = await admin.openPanel();
    const answer = Promise.withResolvers<undefined>();
    let calls = 0;
    await at.page.route(`**${admin.path()}`, async (route) => {
      calls += 1;
      await answer.promise;
      await route.continue();
    });
    await at.field(1, 'Title').fill('Barn');
    await at.button('Save Listings').dblclick();
    expect(await at.button('Saving…').isDisabled()).toBe(true);
    expect(await at.field(1, 'Title').isEditable()).toBe(false);
    answer.resolve(undefined);
    await at.toast('Listings updated successfully').waitFor();
    expect([calls, await admin.savedTitles()]).toEqual([1, ['Barn']]);
  });

  it('A save of listings adds one line to the workflow log', async () => {
    at = await admin.openPanel();
    await at.field(1, 'Title').fill('Barn');
    await at.save();
    const log = at.page.getByRole('region', { name: 'Workflow Log' });
    const lines = log
      .getByRole('listitem')
      .filter({ hasText: admin.bob().email })
      .filter({ hasText: /listing/i });
    await lines.first().waitFor();
    expect(await lines.count()).toBe(1);
  });

  it('A save of listings is allowed to helper admins', async () => {
    at = await admin.openPanel({}, await admin.newHelper());
    await at.field(1, 'Title').fill('Barn');
    await at.save();
    expect(await admin.savedTitles()).toEqual(['Barn']);
  });
});
