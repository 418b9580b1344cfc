import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ReviewItem } from '#domain/review.contract.ts';
import type { OverruledSource } from '#domain/correction/contract.ts';
import type { ApiUser } from './api-user.ts';
import { failCalls } from './test-app.ts';
import { focus } from './browser.ts';
import { startScoutTestApp, type ScoutTestApp } from './scout-test-app.ts';
import { expectAccessible, collectPageErrors, viewports } from './accessibility.ts';
import { createHelper } from './admin-page.ts';

const offer = (number: number, more: object = {}) => ({
  externalId: `house-${number}`,
  title: `Inherited 3 bedroom house at ${number}7${number} Maple Street, must sell as-is`,
  price: '$45k obo',
  link: `https://listings.example.com/${number}`,
  zipCode: '48204',
  ...more,
});

let app: ScoutTestApp;
let helper: ApiUser;
beforeAll(async () => {
  app = await startScoutTestApp();
  helper = await createHelper(app);
});
afterEach(async () => {
  for (const context of app.browser.contexts()) await context.close();
});
afterAll(() => app.close());

const path = '/admin/scout';
const deliveries = '/admin/deliveries';
const source = (page: Page, id: string) => page.getByRole('listitem', { name: id, exact: true });
const press = (page: Page, id: string, name: string) => source(page, id).getByRole('button', { name }).click();
const toast = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title });

describe('The scout page', () => {
  it('The scout page is reached from the dashboard, and shows live what sources deliver', async () => {
    const page = await app.open(helper, '/admin');
    await page.getByRole('link', { name: 'Sources', exact: true }).click();
    await page.getByRole('heading', { name: 'Scout and Sources' }).waitFor();
    await source(page, 'county').getByText('Working').waitFor();
    await source(page, 'county').getByText('The county publishes its auction list for buyers').waitFor();
    await source(page, 'sell').getByText('No data yet').first().waitFor();
    await app.deliver('wholesaler', [offer(1), offer(1), offer(2, { price: 'ask' })]);
    await source(page, 'wholesaler').getByText('3 items: 1 new, 1 known, 1 to review').first().waitFor();
    expect(await page.getByRole('button', { name: 'Pause' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Run now' }).count()).toBe(0);
  });

  it('The scout page pauses a source after a confirmation, and resumes it', async () => {
    await app.deliver('agent', [offer(10)]);
    const page = await app.open(app.root, path);
    await press(page, 'agent', 'Pause');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await press(page, 'agent', 'Pause');
    await page.getByRole('dialog').getByRole('button', { name: 'Pause source' }).click();
    await toast(page, 'Source paused').waitFor();
    await source(page, 'agent').getByText('Paused by root@example.com').waitFor();
    expect(await app.deliver('agent', [offer(11)])).toEqual({ status: 409, text: "The source 'agent' is paused" });
    await press(page, 'agent', 'Resume');
    await source(page, 'agent').getByText('Working').waitFor();
    expect((await app.deliver('agent', [offer(11)])).status).toBe(202);
  });

  it('The scout page shows how often people overruled the rules, and which weights are used', async () => {
    await app.deliver('trader', [offer(20, { price: 'ask' }), offer(21)]);
    const waiting = await app.root.get<ReviewItem[]>('/api/admin/review');
    const id = waiting.find((item) => item.source === 'trader')?.id ?? '';
    const reviewed = { decision: 'accept', listing: { price: 40_000, propertyType: 'raw land' } };
    expect((await app.root.send('POST', `/api/admin/review/${id}`, reviewed)).status).toBe(200);
    const counts = () => app.root.get<OverruledSource[]>('/api/admin/sources/overruled');
    await expect.poll(async () => (await counts()).map(({ source: name }) => name)).toContain('trader');
    const page = await app.open(helper, path);
    await source(page, 'trader').getByText('Overruled by people: 1 of 1 (house 1 of 1)').waitFor();
    await source(page, 'sell').getByText('Overruled by people: No decisions yet').waitFor();
    await page.getByText('Classifier: built-in weights').waitFor();
    await expectAccessible(page, collectPageErrors(page));
  });

  it('The scout page shows the emails that could not be read, and why', async () => {
    expect(await app.deliverMail('Hello there')).toMatchObject({ status: 400 });
    const page = await app.open(helper, path);
    await source(page, 'email-unknown')
      .getByText(/^1 email could not be read in the last 7 days\..*no From/)
      .waitFor();
    await expectAccessible(page, collectPageErrors(page));
  });

  it('The scout page reports a failed action', async () => {
    await app.deliver('broker', [offer(15)]);
    const page = await app.open(app.root, path);
    await failCalls(page, '/api/admin/sources/broker/pause', 503, 'The store is down');
    await press(page, 'broker', 'Pause');
    await page.getByRole('dialog').getByRole('button', { name: 'Pause source' }).click();
    await toast(page, 'Update failed').getByText('503: The store is down').waitFor();
  });

  it('The scout page tries a sample, and shows what would result and why', async () => {
    const page = await app.open(helper, path);
    await press(page, 'county', 'Test a sample');
    const form = page.getByRole('form', { name: 'Test a sample of county' });
    await form.getByRole('textbox', { name: 'Sample' }).fill('<html></html>');
    await form.getByRole('button', { name: 'Test', exact: true }).click();
    await form.getByRole('alert').getByText('The source returned a web page where CSV was expected').waitFor();
    const rows = '7,12 Elm Street,48204,1500\n8,940 Birch Avenue,48205,2000\n9,77 Oak Street,48205,\n';
    await form.getByRole('textbox', { name: 'Sample' }).fill(`Parcel,Address,Zip,Bid\n${rows}`);
    await form.getByRole('button', { name: 'Test', exact: true }).click();
    await form.getByText('3 items').waitFor();
    const items = form.getByRole('list').first().locator('> li');
    await items.nth(0).getByText('Already known', { exact: true }).waitFor();
    await items.nth(1).getByText('New listing').waitFor();
    await items.nth(1).getByText('Read as house, $2,000, Detroit, MI, 48205').waitFor();
    await items.nth(1).getByRole('list', { name: 'Quoted words' }).getByText('Inherited').first().waitFor();
    await items.nth(2).getByText('No valid price found').waitFor();
  });

  it('The scout page is for admins only', async () => {
    const page = await app.open(await app.register('ann@example.com'), path);
    await page.getByRole('heading', { name: 'Access Denied' }).waitFor();
  });
});

describe('The card that connects a source', () => {
  const card = (page: Page) => page.getByRole('region', { name: 'Connect a source' });

  it('The card that connects a source shows how to sign a delivery, and the first one when it arrives', async () => {
    const page = await app.open(app.root, path);
    const command = card(page).getByRole('region', { name: 'Test it from a terminal' });
    await command.getByText(`curl -sS "${app.product.url}/api/intake/listings"`).waitFor();
    await card(page).getByText('Waiting for the first delivery…').waitFor();
    await app.deliver('newcomer', [offer(31), offer(32, { price: 'ask' })]);
    await card(page).getByText('newcomer delivered 2 items: 1 new, 1 to review.').waitFor();
  });

  it('The card that connects a source reads a feed, and changes its mapping', async () => {
    const page = await app.open(app.root, path);
    await focus(card(page).getByRole('tab', { name: 'Webhook' }));
    await page.keyboard.press('ArrowRight');
    const rows = 'Parcel,Address,Zip,Bid\n7,12 Elm Street,48204,1500\n8,,48204,900';
    await card(page).getByLabel('Address or content').fill(rows);
    await card(page).getByRole('button', { name: 'Read feed' }).click();
    await card(page).getByText('CSV with the columns Parcel, Address, Zip, Bid').waitFor();
    await card(page).getByText('mapping.link must be a text').waitFor();
    const mapping = {
      title: 'Inherited 3 bedroom house at {Address}, must sell as-is',
      link: 'https://c.example.com/{Parcel}',
      price: '{Bid}',
      zipCode: '{Zip}',
    };
    await card(page).getByRole('textbox', { name: 'Mapping' }).fill(JSON.stringify(mapping));
    await card(page).getByRole('button', { name: 'Read with this mapping' }).click();
    await card(page).getByText('2 items').waitFor();
    await card(page).getByText('Read as house, $1,500, Detroit, MI, 48204').waitFor();
    await card(page).getByText('To save this feed, read it from its address.').waitFor();
    await card(page).getByLabel('Address or content').fill('https://127.0.0.1/feed');
    await card(page).getByRole('button', { name: 'Read feed' }).click();
    await card(page).getByText('127.0.0.1 is not a public address').waitFor();
  });

  it('The card that connects a source shows the mailbox, and is for full admins only', async () => {
    const page = await app.open(app.root, path);
    await card(page).getByRole('tab', { name: 'Mailbox' }).click();
    await card(page).getByText('No mailbox is read. Set IMAP_URL').waitFor();
    await card(page).getByText('Last email received:').waitFor();
    const other = await app.open(helper, path);
    await source(other, 'county').waitFor();
    expect(await card(other).count()).toBe(0);
  });
});

describe('A feed on the scout page', () => {
  it('A feed on the scout page is read at once on request, by keyboard alone', async () => {
    const page = await app.open(app.root, path);
    const run = source(page, 'land-bank').getByRole('button', { name: 'Run now' });
    await focus(run);
    await page.keyboard.press('Enter');
    await toast(page, 'Run failed').getByText('missing.csv cannot be read').waitFor();
    await source(page, 'land-bank').getByText('Failing').waitFor();
  });

  it('A feed on the scout page that fails three times in a row alarms admins, until it has recovered', async () => {
    await app.breakFeed();
    const page = await app.open(app.root, '/admin');
    const banner = page.getByRole('region', { name: 'Sources that need attention' });
    await banner.getByText('3 runs in a row failed. The source returned a web page').waitFor({ timeout: 120_000 });
    await expect.poll(() => app.smtp.accepted.map(({ to }) => to)).toContainEqual(['root@example.com']);
    await banner.getByRole('link', { name: 'View scout status' }).click();
    await source(page, 'county').getByText('Failing').waitFor();
    await app.give('7,12 Elm Street,48204,1500\n');
    await press(page, 'county', 'Run now');
    // A run of over 15 s is reported as started.
    await page
      .getByRole('listitem')
      .filter({ hasText: /Run (complete|started)/ })
      .waitFor();
    await banner.waitFor({ state: 'detached' });
    await source(page, 'county').getByText('Working').waitFor();
  });
});

describe('The dead letters', () => {
  const heading = (page: Page) => page.getByRole('heading', { name: 'Temporary password' });
  /** Makes a mail to a user fail permanently. */
  const refused = async (email: string) => {
    await app.register(email);
    app.smtp.answers.push({ code: 550, text: 'No such mailbox' });
    await app.root.send('POST', '/api/forgot-password', { email });
  };

  it('The dead letters appear live with the reason of the failure, and can be resent', async () => {
    const page = await app.open(helper, deliveries);
    await page.getByText('No failed deliveries.').waitFor();
    await refused('bea@example.com');
    await heading(page).waitFor();
    await page.getByText('To bea@example.com').waitFor();
    await page.getByText(/550 No such mailbox/).waitFor();
    await page.getByRole('button', { name: 'Resend Temporary password' }).click();
    await toast(page, 'Queued again').waitFor();
    await page.getByText('No failed deliveries.').waitFor();
    await expect.poll(() => app.smtp.accepted.map(({ to }) => to)).toContainEqual(['bea@example.com']);
  });

  it('The dead letters are all resent after a confirmation, or discarded', async () => {
    await refused('cal@example.com');
    const page = await app.open(app.root, deliveries);
    await page.getByText('To cal@example.com').waitFor();
    await refused('dan@example.com');
    await page.getByText('To dan@example.com').waitFor();
    await page
      .getByRole('listitem')
      .filter({ hasText: 'To dan@example.com' })
      .getByRole('button', { name: /^Discard/ })
      .click();
    await page.getByText('To dan@example.com').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Resend all' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Resend all' }).click();
    await toast(page, 'Queued again').getByText('1 queued').waitFor();
    await page.getByText(/: 1 sent again, 0 refused$/).waitFor();
    await page.getByText('No failed deliveries.').waitFor();
  });
});

it.each(viewports)('The scout page is accessible at $width px, $colorScheme', async ({ width, colorScheme }) => {
  const page = await app.open(app.root, path, { viewport: { width, height: 800 }, colorScheme });
  const faults = collectPageErrors(page);
  await source(page, 'county').waitFor();
  await press(page, 'sell', 'Test a sample');
  await page
    .getByRole('textbox', { name: 'Sample' })
    .fill(JSON.stringify([offer(30), { title: 'A'.repeat(400), link: 'x' }]));
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  await page.getByText('2 items', { exact: true }).waitFor();
  await expectAccessible(page, faults);
});
