import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { activateMember, closeWindowsAfterEach, registerAnyone, setUpApp } from './test-app.ts';
import type { ApiUser } from './api-user.ts';

const app = setUpApp();
closeWindowsAfterEach(app);
let member: ApiUser;
beforeAll(async () => {
  member = await registerAnyone(app);
  await activateMember(app, member, { zipCode: '48204' });
});

/** Makes two choices within one task, so that the page cannot show the first before the second. */
async function chooseAtOnce(page: Page, labels: readonly [string, string]) {
  const filters = page.getByRole('search', { name: 'Filters' });
  const [one, other] = labels.map((label) => filters.getByLabel(label, { exact: true }));
  const choose = (select: HTMLElement | SVGElement, another: HTMLElement | SVGElement | null) => {
    for (const field of [select, another]) {
      (field as HTMLSelectElement).selectedIndex = 1;
      field?.dispatchEvent(new Event('change', { bubbles: true }));
    }
  };
  await one?.evaluate(choose, await other?.elementHandle());
}

it.each([
  ['/admin', ['Membership', 'Notification'], '?membership=active&notification=immediate'],
  ['/admin/found', ['Status', 'Type'], '?state=listed&type=house'],
] as const)('Two filters of %s that are chosen at once both apply', async (path, labels, search) => {
  const page = await app.open(app.root, path);
  await chooseAtOnce(page, labels);
  await expect.poll(() => new URL(page.url()).search).toBe(search);
});

it('Two filters of the own listings that are chosen at once both apply', async () => {
  const page = await app.open(member, '/listings', { viewport: { width: 1440, height: 900 } });
  await chooseAtOnce(page, ['Show', 'Type']);
  await expect.poll(() => new URL(page.url()).search).toBe('?filter=unread&type=house');
});

it('Two kinds of events that are chosen at once both apply', async () => {
  const page = await app.open(app.root, '/admin/history');
  await page.getByRole('button', { name: 'Kinds: All' }).click();
  await page.getByRole('menuitemcheckbox').first().waitFor();
  await page.getByRole('menuitemcheckbox').evaluateAll((kinds) => {
    for (const kind of kinds.slice(0, 2)) (kind as HTMLElement).click();
  });
  await page.getByRole('button', { name: 'Kinds: 2 kinds' }).waitFor();
});
