import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { findCard, createHelper, findToast } from './admin-page.ts';
import type { ApiUser } from './api-user.ts';
import { failCalls, setUpApp } from './test-app.ts';
import { focus } from './browser.ts';
import { expectAccessible, collectPageErrors, viewports } from './accessibility.ts';

const app = setUpApp();
let helper: ApiUser;
let ann: ApiUser;
let page: Page;
let faults: string[];

beforeAll(async () => {
  helper = await createHelper(app);
  ann = await app.register('ann@example.com');
  page = await app.open(app.root, '/admin', { viewport: { width: 1440, height: 900 } });
  faults = collectPageErrors(page);
});

const announcements = (of = page) => findCard(of, 'Announcements');
const editor = (of = page) => announcements(of).getByRole('textbox', { name: 'Message' });
const preview = (of = page) => announcements(of).getByRole('region', { name: 'Preview' });
const update = () => announcements().getByRole('button', { name: 'Update Announcement' });
const confirmPublishing = () => page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
const log = (of = page) => findCard(of, 'Workflow Log');
const lines = (of: ReturnType<typeof findCard>) => of.getByRole('listitem').allInnerTexts();
const publish = (message: string) => app.root.send('POST', '/api/admin/announcements', { message });
const note = (details: string) =>
  app.root.send('POST', '/api/admin/workflow-logs', { log: { action: 'Note', details } });

describe('The announcement editor', () => {
  it('The announcement editor previews the message as members will see it', async () => {
    await preview().getByText('No announcements at this time.', { exact: true }).waitFor();
    await editor().fill('<p>Hello <strong>all</strong></p><script>alert(1)</script><img src="x" onerror="alert(1)">');
    await preview().getByText('Hello all').waitFor();
    expect(await preview().locator('strong').innerText()).toBe('all');
    expect(await preview().locator('script, [onerror]').count()).toBe(0);
    expect(faults).toEqual([]);
  });

  it('The announcement editor says who will see the message, and publishes it only after a confirmation', async () => {
    const audience = /dashboard: 3 users, with or without an active membership\./;
    await announcements().getByText(audience).waitFor();
    const dialog = page.getByRole('dialog', { name: 'Publish the announcement?' });
    await update().click();
    await dialog.getByText(audience).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await update().evaluate((button) => button === document.activeElement)).toBe(true);
    expect(await ann.get('/api/announcements/latest')).toEqual({ message: '' });
  });

  it('The announcement editor publishes to the pages of members and other admins at once', async () => {
    const member = await app.open(ann, '/');
    const other = await app.open(helper, '/admin');
    await findCard(member, 'Announcements').getByText('No announcements at this time.').waitFor();
    await update().click();
    await confirmPublishing();
    await findToast(page, 'Announcement updated successfully').waitFor();
    await findCard(member, 'Announcements').getByText('Hello all').waitFor();
    await preview(other).getByText('Hello all').waitFor();
    await expect.poll(() => editor().inputValue()).toBe('<p>Hello <strong>all</strong></p>');
    expect(await update().isDisabled()).toBe(true);
    expect(await announcements().getByText('Another admin').count()).toBe(0);
    await log().getByText('Announcement published by root@example.com').first().waitFor();
    await member.context().close();
    await other.context().close();
  });

  it('The announcement editor is read-only for helpers, and tells them why', async () => {
    const other = await app.open(helper, '/admin');
    await preview(other).getByText('Hello all').waitFor();
    expect(await editor(other).isEditable()).toBe(false);
    const note = announcements(other).getByText(/Full admin privileges are required/);
    expect(await editor(other).getAttribute('aria-describedby')).toBe(await note.getAttribute('id'));
    expect(await announcements(other).getByRole('button').count()).toBe(0);
    expect(await log(other).count()).toBe(0);
    expect(await other.getByRole('link', { name: /Layout/ }).count()).toBe(0);
    expect(await other.getByRole('button', { name: /Export|Import/ }).count()).toBe(0);
    await other.context().close();
  });

  it('The announcement editor keeps a message that cannot be saved', async () => {
    const mend = await failCalls(page, '/api/admin/announcements', 503, 'Try again in a moment');
    await editor().fill('<p>Second</p>');
    await update().click();
    await confirmPublishing();
    await findToast(page, 'Update failed').getByText('503: Try again in a moment', { exact: true }).waitFor();
    expect(await editor().inputValue()).toBe('<p>Second</p>');
    await mend();
    await announcements().getByRole('button', { name: 'Discard changes' }).click();
    expect(await editor().inputValue()).toBe('<p>Hello <strong>all</strong></p>');
  });

  it('The announcement editor keeps the edits when another admin publishes', async () => {
    await editor().fill('<p>Mine</p>');
    await publish('<p>Theirs</p>');
    const notice = announcements().getByText(/Another admin has changed the announcement/);
    await notice.waitFor();
    expect(await editor().inputValue()).toBe('<p>Mine</p>');
    await announcements().getByRole('button', { name: 'Keep mine' }).click();
    await notice.waitFor({ state: 'detached' });
    await publish('<p>Theirs again</p>');
    await notice.waitFor();
    await announcements().getByRole('button', { name: 'Show theirs' }).click();
    expect(await editor().inputValue()).toBe('<p>Theirs again</p>');
    await publish('<p>And again</p>');
    await expect.poll(() => editor().inputValue()).toBe('<p>And again</p>');
  });

  it('The announcement editor removes the message only after a confirmation, by keyboard alone', async () => {
    const dialog = page.getByRole('dialog', { name: 'Remove the announcement?' });
    await focus(editor());
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Delete');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await update().evaluate((button) => button === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await focus(dialog.getByRole('button', { name: 'Remove it' }));
    await page.keyboard.press('Enter');
    await findToast(page, 'Announcement updated successfully').waitFor();
    await preview().getByText('No announcements at this time.').waitFor();
    expect(await ann.get('/api/announcements/latest')).toEqual({ message: '' });
  });

  it('The announcement editor shows a load error, and can retry', async () => {
    const window = await app.open(helper, '/profile');
    const mend = await failCalls(window, '/api/announcements/latest', 503, 'Try again in a moment');
    await window.getByRole('link', { name: 'Admin Dashboard' }).click();
    await findToast(window, 'Failed to fetch announcement').getByText('503: Try again in a moment').waitFor();
    await announcements(window).getByRole('alert').getByText('Failed to fetch announcement').waitFor();
    await mend();
    await announcements(window).getByRole('button', { name: 'Try again' }).click();
    await preview(window).waitFor();
    await window.context().close();
  });
});

describe('The workflow log', () => {
  it('The workflow log shows the newest fifteen entries, and prepends new ones at once', async () => {
    for (let index = 0; index < 20; index += 1) await note(`note ${index}`);
    await expect.poll(async () => (await lines(log()))[0]).toContain('note 19');
    const shown = await lines(log());
    expect(shown).toHaveLength(15);
    expect(shown[0]).toMatch(/^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d\nNote\n/);
    expect(shown[14]).toContain('note 5');
    await page.reload();
    await expect.poll(() => lines(log())).toEqual(shown);
  });

  it('The workflow log describes in a sentence who did what', async () => {
    await app.root.send('PATCH', `/api/admin/users/${ann.id}/membership`, { status: 'active' });
    await log()
      .getByText('Membership set to active for ann@example.com by root@example.com', { exact: true })
      .waitFor();
  });

  it('The workflow log loads older entries on demand, with new entries on top', async () => {
    for (let index = 0; index < 130; index += 1) await note(`more ${index}`);
    await log().getByText('more 129').waitFor();
    await log().getByRole('link', { name: 'View full log' }).click();
    const whole = findCard(page, 'Entries');
    await expect.poll(() => whole.getByRole('listitem').count()).toBe(100);
    const total = Number((await countOfLog()) ?? 0);
    const held = Promise.withResolvers<undefined>();
    await page.route('**/api/admin/workflow-logs?*cursor=*', async (route) => {
      await held.promise;
      await route.continue();
    });
    await whole.getByRole('button', { name: 'Show older entries' }).click();
    await note('meanwhile');
    await whole.getByText('meanwhile').waitFor();
    held.resolve(undefined);
    await expect.poll(() => whole.getByRole('listitem').count()).toBe(total + 1);
    const all = await lines(whole);
    expect(all[0]).toContain('meanwhile');
    expect(all[1]).toContain('more 129');
    expect(all.at(-1)).toContain('root@example.com registered');
    expect(await whole.getByRole('button', { name: 'Show older entries' }).count()).toBe(0);
    expect(await whole.locator('li.animate-glow').count()).toBe(1);
  });

  const countOfLog = () =>
    page.evaluate(async () => (await fetch('/api/admin/workflow-logs?limit=1')).headers.get('x-total-count'));

  it('The workflow log shows a load error, and continues on demand', async () => {
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
    const mend = await failCalls(page, '/api/admin/workflow-logs?limit=100', 503, 'Try again in a moment');
    await log().getByRole('link', { name: 'View full log' }).click();
    await page.getByRole('alert').getByText('503: Try again in a moment', { exact: true }).waitFor();
    await mend();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => findCard(page, 'Entries').getByRole('listitem').count()).toBe(100);
  });

  it('The workflow log is visible to full admins only', async () => {
    const window = await app.open(helper, '/admin');
    await window.goto(`${app.product.url}/admin/workflow-log`);
    await window.getByRole('heading', { name: 'Welcome back!' }).waitFor();
    await window.context().close();
  });
});

describe.each(viewports)('Accessible at $width px, $colorScheme:', ({ colorScheme, width }) => {
  const open = (who: ApiUser, path: string) => app.open(who, path, { colorScheme, viewport: { width, height: 800 } });

  it('The announcement and the log are accessible', async () => {
    await publish(
      `<h3>News</h3><p>${'Donaudampfschifffahrt'.repeat(9)}</p><ul><li><a href="https://x.example">Land</a></li></ul>`,
    );
    await note('averyveryverylongword'.repeat(20));
    const window = await open(app.root, '/admin');
    const found = collectPageErrors(window);
    await preview(window).getByText('News').waitFor();
    await editor(window).fill('<p>Mine</p>');
    await publish('<p>Theirs</p>');
    await announcements(window)
      .getByText(/Another admin/)
      .waitFor();
    await expectAccessible(window, found);
    await editor(window).fill('');
    await announcements(window).getByRole('button', { name: 'Update Announcement' }).click();
    await window.getByRole('dialog').waitFor();
    await expectAccessible(window, found);
    await window.goto(`${app.product.url}/admin/workflow-log`);
    await findCard(window, 'Entries').getByRole('button', { name: 'Show older entries' }).waitFor();
    await expectAccessible(window, found);
    await window.context().close();
  });

  it('The pages of a helper, and of a user who is not an admin, are accessible', async () => {
    const window = await open(helper, '/admin');
    const found = collectPageErrors(window);
    await preview(window).getByText('Theirs').waitFor();
    await expectAccessible(window, found);
    await window.context().close();
    const denied = await open(ann, '/admin');
    await denied.getByRole('heading', { name: 'Access Denied' }).waitFor();
    await expectAccessible(denied, []);
    await denied.context().close();
  });
});
