import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { collectPageErrors, expectAccessible } from './accessibility.ts';
import { closeWindowsAfterEach, registerAnyone, setUpApp } from './test-app.ts';

const app = setUpApp();
closeWindowsAfterEach(app);

/** What is seen of a button, and of the text of the page. */
async function readLook(page: Page, button: string) {
  await page.getByRole('button', { name: button }).waitFor();
  await page.evaluate(() => document.fonts.ready);
  return page.getByRole('button', { name: button }).evaluate((element) => {
    const [own, body] = [getComputedStyle(element), getComputedStyle(document.body)];
    return {
      button: [own.backgroundColor, own.color, own.borderRadius, own.fontWeight],
      text: body.color,
      font: body.fontFamily.split(',')[0],
      isFontLoaded: document.fonts.check('16px "Figtree Variable"'),
    };
  });
}

it.each(['light', 'dark'] as const)('The demo checkout looks like the product in %s', async (colorScheme) => {
  const page = await app.open(await registerAnyone(app), '/', { colorScheme });
  const faults = collectPageErrors(page);
  const look = await readLook(page, 'Save Preferences');
  await page.goto(`${app.product.url}/checkout`);
  expect(await readLook(page, 'Activate membership')).toEqual(look);
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await expectAccessible(page, faults);
  }
  await page.getByRole('link', { name: 'Off-Market Scout' }).waitFor();
});

it('The demo checkout opens in the theme that was chosen in the account menu', async () => {
  const page = await app.open(await registerAnyone(app), '/', { colorScheme: 'light' });
  await page.goto(`${app.product.url}/checkout`);
  const readGround = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await readGround();
  await page.context().addCookies([{ name: 'theme', value: 'dark', url: app.product.url }]);
  await page.reload();
  expect(await readGround()).not.toBe(light);
});
