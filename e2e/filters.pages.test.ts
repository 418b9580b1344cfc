import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ApiUser } from './api-user.ts';
import { failCalls, registerAnyone, setUpApp } from './test-app.ts';

type Saved = { maxPrice: number; mileageRadius: number; zipCode: string; notificationPreference: string };

const app = setUpApp();
let ann: ApiUser;
let page: Page;

const price = () => page.getByLabel('Max Price');
const zip = () => page.getByLabel('ZIP Code');
const save = () => page.getByRole('button', { name: 'Save Preferences' });
const toast = (title: string) => page.getByRole('listitem').filter({ hasText: title });
const saved = () => ann.get<Saved>('/api/user');

beforeEach(async () => {
  ann = await registerAnyone(app);
  page = await app.open(ann, '/');
  return () => page.context().close();
});

describe('The filters of a user who never saved any', () => {
  it('The filters of a user who never saved any are the defaults', async () => {
    expect(await price().inputValue()).toBe('54,000');
    expect(await page.getByLabel('Mileage Radius').inputValue()).toBe('50');
    expect(await zip().inputValue()).toBe('');
    expect(await page.getByLabel('Notification Preference').inputValue()).toBe('immediate');
    for (const type of ['Mobile Homes', 'Raw Land', 'Tiny Homes']) {
      expect(await page.getByLabel(`Include ${type}`).isChecked()).toBe(false);
    }
  });
});

describe('The fields of the filters', () => {
  it('The fields of the filters clamp a price above the limit, and show the limit', async () => {
    await page.getByText('Max is set to $150k').waitFor();
    await price().fill('150001');
    expect(await price().inputValue()).toBe('150,000');
    await price().fill('abc$7,500.90');
    expect(await price().inputValue()).toBe('7,500');
  });

  it('The fields of the filters apply a limit that an admin granted, at once', async () => {
    await app.root.send('PATCH', `/api/admin/users/${ann.id}/higher-limit`, { limit: 300_000 });
    await page.getByText('Max is set to $300k').waitFor();
    await price().fill('250000');
    await zip().fill('48201');
    await save().click();
    await toast('Profile Updated').waitFor();
    expect(await saved()).toMatchObject({ maxPrice: 250_000 });
  });

  it('The fields of the filters offer ten radii', async () => {
    const options = page.getByLabel('Mileage Radius').locator('option');
    await options.last().waitFor({ state: 'attached' });
    expect(await options.allInnerTexts()).toEqual(
      [25, 50, 75, 100, 125, 150, 175, 200, 225, 250].map((miles) => `${miles} miles`),
    );
  });

  it('The fields of the filters accept only digits for a ZIP, and five of them', async () => {
    await zip().pressSequentially('4a8-2 01999');
    expect(await zip().inputValue()).toBe('48201');
  });

  it('The fields of the filters refuse a ZIP that is too short, and send nothing', async () => {
    await zip().fill('4820');
    await save().click();
    await page.getByText('Incorrect ZIP code format, must be 5 numbers').waitFor();
    expect(await zip().getAttribute('aria-invalid')).toBe('true');
    expect(await saved()).toMatchObject({ zipCode: null });
  });

  it('The fields of the filters are saved all together, with one toast', async () => {
    await price().fill('61000');
    await page.getByLabel('Mileage Radius').selectOption('125');
    await zip().fill('48201');
    for (const type of ['Mobile Homes', 'Raw Land', 'Tiny Homes']) await page.getByLabel(`Include ${type}`).check();
    await page.getByLabel('Notification Preference').selectOption('daily');
    const [sent] = await Promise.all([page.waitForRequest((request) => request.method() === 'PATCH'), save().click()]);
    await toast('Profile Updated').getByText('Your filter preferences have been saved.').waitFor();
    const filters = {
      maxPrice: 61_000,
      mileageRadius: 125,
      zipCode: '48201',
      includeMobileHomes: true,
      includeRawLand: true,
      includeTinyHomes: true,
      notificationPreference: 'daily',
    };
    expect(sent.postDataJSON()).toEqual(filters);
    expect(await saved()).toMatchObject(filters);
  });

  it('The fields of the filters report that the scout does not know the ZIP, and that one is required', async () => {
    await page.getByText('Required for alerts: we search around this ZIP.').waitFor();
    await zip().fill('00000');
    await page.getByText('ZIP code 00000 is not known. Check it, or use one nearby.').waitFor();
  });

  it('The fields of the filters keep the input if saving fails, and show why', async () => {
    await zip().fill('48201');
    const mend = await failCalls(page, '/api/profile', 503, 'The store is down');
    await save().click();
    await toast('Update failed').getByText('503: The store is down', { exact: true }).waitFor();
    await mend();
    expect(await zip().inputValue()).toBe('48201');
    await save().click();
    await toast('Profile Updated').waitFor();
  });

  it('The fields of the filters are sent once by a double click, from a button that shows the progress', async () => {
    await zip().fill('48201');
    let calls = 0;
    const answer = Promise.withResolvers<undefined>();
    await page.route('**/api/profile', async (route) => {
      calls += 1;
      await answer.promise;
      await route.continue();
    });
    await save().dblclick();
    const pending = page.getByRole('button', { name: 'Saving…' });
    await pending.waitFor();
    expect(await pending.isDisabled()).toBe(true);
    answer.resolve(undefined);
    await toast('Profile Updated').waitFor();
    expect(calls).toBe(1);
  });
});

describe('The end of the form of the filters', () => {
  it('The end of the form of the filters is in view while the form is, and hides no field with the focus', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const bottomOf = async (locator: typeof save) => {
      const box = await locator().boundingBox();
      return (box?.y ?? 0) + (box?.height ?? 0);
    };
    await expect.poll(() => bottomOf(save)).toBeLessThanOrEqual(900);
    const lastField = () => page.getByLabel('Quiet hours: nothing is sent from 9 pm to 7 am');
    await lastField().focus();
    await expect.poll(async () => (await save().boundingBox())?.y ?? 0).toBeGreaterThan(await bottomOf(lastField));
  });
});

describe('Unsaved edits of the filters', () => {
  it('Unsaved edits of the filters stay while other filters are saved in another window, which is reported', async () => {
    await price().fill('31000');
    await ann.send('PATCH', '/api/profile', { maxPrice: 77_000, mileageRadius: 100, zipCode: '48202' });
    await page.getByText('Your saved preferences were changed elsewhere. Your unsaved edits were kept.').waitFor();
    expect(await price().inputValue()).toBe('31,000');
    expect(await page.getByLabel('Mileage Radius').inputValue()).toBe('100');
    expect(await zip().inputValue()).toBe('48202');
    await page.getByRole('button', { name: 'Load saved preferences' }).click();
    expect(await price().inputValue()).toBe('77,000');
    expect(await page.getByText('Your saved preferences were changed elsewhere.').count()).toBe(0);
  });

  it('Unsaved edits of the filters follow changes saved elsewhere once they are saved themselves', async () => {
    await price().fill('31000');
    await zip().fill('48201');
    await save().click();
    await toast('Profile Updated').waitFor();
    expect(await page.getByText('Your saved preferences were changed elsewhere.').count()).toBe(0);
    await ann.send('PATCH', '/api/profile', { maxPrice: 44_000 });
    await expect.poll(() => price().inputValue()).toBe('44,000');
    await page.getByText('They are shown here.').waitFor();
    expect(await page.getByText('Unsaved changes').count()).toBe(0);
  });
});

describe('A higher limit', () => {
  const open = () => page.getByRole('button', { name: 'Request higher limit' });
  const dialog = () => page.getByRole('dialog', { name: 'Request a higher price limit?' });

  it('A higher limit is requested in a dialog that traps the focus until Escape, and returns it', async () => {
    await open().focus();
    await page.keyboard.press('Enter');
    await dialog().waitFor();
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    const round: unknown[] = [];
    for (let step = 0; step < 4; step += 1) {
      round.push(await focused());
      await page.keyboard.press('Tab');
    }
    expect(round).toEqual(['Cancel', 'Confirm request', 'Cancel', 'Confirm request']);
    await page.keyboard.press('Shift+Tab');
    expect(await focused()).toBe('Confirm request');
    await page.keyboard.press('Escape');
    expect(await dialog().count()).toBe(0);
    expect(await focused()).toBe('Request higher limit');
    expect(await ann.get('/api/user')).toMatchObject({ requestedHigherLimit: false });
  });

  it('A higher limit is requested after a confirmation, shown in every window, and cleared live', async () => {
    const other = await app.open(ann, '/profile');
    await open().click();
    await dialog().getByRole('button', { name: 'Confirm request' }).dblclick();
    await toast('Request submitted').getByText('Your request for a higher price limit has been submitted.').waitFor();
    expect(await dialog().count()).toBe(0);
    for (const window of [page, other]) await window.getByText('Higher limit requested').waitFor();
    expect(await open().count()).toBe(0);
    await app.root.send('PATCH', `/api/admin/users/${ann.id}/higher-limit`, {});
    await open().waitFor();
    await other.getByRole('button', { name: 'Request higher limit' }).waitFor();
    await other.context().close();
  });

  it('A higher limit shows why a request for it failed', async () => {
    await failCalls(page, '/api/request-higher-limit', 503, 'The store is down');
    await open().click();
    await dialog().getByRole('button', { name: 'Confirm request' }).click();
    await toast('Request failed').getByText('503: The store is down', { exact: true }).waitFor();
    expect(await dialog().count()).toBe(0);
    expect(await open().isEnabled()).toBe(true);
  });
});
