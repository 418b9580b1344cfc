import type { Locator, Page } from 'playwright-core';
import type { ApiUser } from './api-user.ts';
import type { TestApp } from './test-app.ts';

const browserName = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36';

/** Visits the login page like a visitor's browser would; the app has to trust one proxy. */
export async function sendVisit(url: string, address: string, referrer?: string): Promise<void> {
  const { status } = await fetch(`${url}/api/visitors/track`, {
    method: 'POST',
    headers: { 'user-agent': browserName, 'x-forwarded-for': address, 'content-type': 'application/json' },
    body: JSON.stringify(referrer === undefined ? {} : { referrer }),
  });
  if (status >= 300) throw new Error(`The visit was refused: ${status}`);
}

export async function createHelper(app: TestApp): Promise<ApiUser> {
  const helper = await app.register('helper@example.com');
  await app.root.send('PATCH', `/api/admin/users/${helper.id}/role`, { role: 'helper' });
  return helper;
}

export function findCard(page: Page, name: string): Locator {
  return page.getByRole('region', { name, exact: true });
}

export function findToast(page: Page, title: string): Locator {
  // A line of the workflow log may have the same text.
  return page.locator('li[data-swipe-direction]').filter({ has: page.getByText(title, { exact: true }) });
}

/** Whether the element is on top at its centre: not behind a dialog, not out of view. */
export function isOnTop(locator: Locator): Promise<boolean> {
  return locator.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });
}
