import type { Page } from 'playwright-core';

export const offerField = (page: Page, name: string) => page.getByLabel(name, { exact: true });

/** Fills in the form for owners, all but the description's own words. */
export async function fillOffer(page: Page, description: string): Promise<string> {
  await offerField(page, 'Type').selectOption('House');
  await offerField(page, 'Price').fill('$45k');
  await offerField(page, 'ZIP code').fill('48204');
  await offerField(page, 'Description').fill(description);
  await offerField(page, 'Name').fill('Ann Heir');
  await offerField(page, 'Phone').fill('313-555-0123');
  await page.getByRole('checkbox', { name: /I have the right to sell this property/ }).check();
  return description;
}
