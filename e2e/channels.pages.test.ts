import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { botToken, startFakeTelegram } from '#server/modules/alerts/channels/testing/fake-telegram.ts';
import { startFakeWebhook } from '#server/modules/alerts/channels/testing/fake-webhook.ts';
import { collectPageErrors, expectAccessible, viewports } from './accessibility.ts';
import { type TestApp, startTestApp } from './test-app.ts';

let app: TestApp;
let telegram: Awaited<ReturnType<typeof startFakeTelegram>>;
let webhook: Awaited<ReturnType<typeof startFakeWebhook>>;

beforeAll(async () => {
  [telegram, webhook] = await Promise.all([startFakeTelegram(), startFakeWebhook()]);
  app = await startTestApp({
    NODE_ENV: 'test',
    TELEGRAM_BOT_TOKEN: botToken,
    TELEGRAM_API_URL: telegram.url,
    WEBHOOK_ALLOW_PRIVATE: 'on',
    MEMBERSHIP_PRICE: '$29 a month',
  });
});
afterAll(async () => {
  await app.close();
  await Promise.all([telegram.close(), webhook.close()]);
});

let members = 0;
async function openHome(options?: Parameters<TestApp['open']>[2]) {
  members += 1;
  const member = await app.register(`channels-${members}@example.com`);
  return { member, page: await app.open(member, '/', options) };
}
const row = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Where alerts go' }).getByRole('region', { name, exact: true });
const press = (page: Page, channel: string, name: string) => row(page, channel).getByRole('button', { name }).click();

async function setUpWebhook(page: Page): Promise<void> {
  await press(page, 'Webhook', 'Set up');
  await row(page, 'Webhook').getByLabel('Webhook address').fill(webhook.url);
  await press(page, 'Webhook', 'Save webhook');
}

describe('the channels of a member', () => {
  it('The channels of a member lead to a Telegram chat that is linked by a code, tested and unlinked', async () => {
    const { page } = await openHome();
    await press(page, 'Telegram', 'Link');
    const open = row(page, 'Telegram').getByRole('link', { name: 'Open Telegram' });
    const code = new URL((await open.getAttribute('href')) ?? '').searchParams.get('start') ?? '';
    telegram.write(1, `/start ${code}`);
    await row(page, 'Telegram').getByText('On, to Ann').waitFor();
    await press(page, 'Telegram', 'Send me a test alert');
    await row(page, 'Telegram').getByText('Sent. Look into your chat with the bot.').waitFor();
    expect(telegram.sent.some(({ text }) => text.includes('This is a test alert'))).toBe(true);
    await press(page, 'Telegram', 'Turn off');
    await row(page, 'Telegram').getByText('Off. Linked to Ann').waitFor();
    await press(page, 'Telegram', 'Unlink');
    await row(page, 'Telegram').getByText('Not linked.').waitFor();
    await page.context().close();
  });

  it('The channels of a member lead to a webhook whose secret is shown once, and say why a test failed', async () => {
    const { page } = await openHome();
    await setUpWebhook(page);
    await row(page, 'Webhook')
      .getByText(/^whsec_/)
      .waitFor();
    await press(page, 'Webhook', 'I have stored it');
    await row(page, 'Webhook').getByText(`On, to ${webhook.url}`).waitFor();
    expect(
      await row(page, 'Webhook')
        .getByText(/^whsec_/)
        .count(),
    ).toBe(0);
    await press(page, 'Webhook', 'Send me a test alert');
    await row(page, 'Webhook').getByText('Sent. Your server accepted it.').waitFor();
    webhook.answers.push(410);
    await press(page, 'Webhook', 'Send me a test alert');
    await row(page, 'Webhook').getByText('Failed: Your server answered 410 Gone').waitFor();
    await page.reload();
    await row(page, 'Webhook').getByText('Your server answered 410 Gone').waitFor();
    await press(page, 'Webhook', 'Change');
    await press(page, 'Webhook', 'Remove webhook');
    await row(page, 'Webhook').getByText('Not set up.').waitFor();
    await page.context().close();
  });

  it('The channels of a member refuse a webhook address that is none, at its field', async () => {
    const { page } = await openHome();
    await press(page, 'Webhook', 'Set up');
    await row(page, 'Webhook').getByLabel('Webhook address').fill('example');
    await press(page, 'Webhook', 'Save webhook');
    await row(page, 'Webhook').getByRole('alert').getByText('Enter the https:// address of your server').waitFor();
    await page.context().close();
  });

  it('The channels of a member include email, which is turned off and on', async () => {
    const { page } = await openHome();
    await press(page, 'Email', 'Send me a test alert');
    await row(page, 'Email').getByText('Sent. Check your inbox, and the spam folder.').waitFor();
    await press(page, 'Email', 'Turn off');
    await row(page, 'Email').getByText('Off', { exact: true }).waitFor();
    expect(await page.getByLabel('Also email me alerts').isChecked()).toBe(false);
    await press(page, 'Email', 'Turn on');
    await row(page, 'Email').getByText('On, to channels-').waitFor();
    await page.context().close();
  });
});

describe('the checklist of the first minute', () => {
  const checklist = (page: Page) => page.getByRole('region', { name: 'Get your first alert' });

  it('The checklist of the first minute leads from the ZIP to a tested channel, and does not come back', async () => {
    const { member, page } = await openHome();
    await checklist(page).getByLabel('Your ZIP').fill('48201');
    await checklist(page).getByText('No listings here yet. We’ll alert you when one arrives.').waitFor();
    expect(await page.getByText(/scouted your area|Scouting for/).count()).toBe(0);
    await checklist(page).getByRole('button', { name: 'Continue' }).click();
    await checklist(page).getByText('Around 48201').waitFor();
    await expect.poll(() => page.getByLabel('ZIP Code').inputValue()).toBe('48201');
    expect(await page.getByText('were changed elsewhere').count()).toBe(0);
    await checklist(page).getByText('$29 a month').waitFor();
    expect(await checklist(page).getByRole('link', { name: 'Go to checkout' }).getAttribute('href')).toContain(
      member.id,
    );
    await app.root.send('PATCH', `/api/admin/users/${member.id}/membership`, { status: 'active' });
    await checklist(page).getByText('Your membership is active').waitFor();
    await page.getByText('Not scouted yet').waitFor();
    await checklist(page).getByRole('button', { name: 'Test email' }).click();
    const done = page.getByRole('region', { name: 'All set' });
    await done.getByText('Sent. Check your inbox').waitFor();
    await Promise.all([page.waitForResponse('**/api/first-minute'), page.reload()]);
    await page.getByRole('heading', { name: 'Membership', exact: true }).waitFor();
    expect(await page.getByRole('region', { name: /All set|Get your first alert/ }).count()).toBe(0);
    await page.context().close();
  });

  it('The checklist of the first minute and the filters are one form', async () => {
    const { page } = await openHome();
    await checklist(page).getByLabel('Your ZIP').fill('4820a1');
    expect(await page.getByLabel('ZIP Code').inputValue()).toBe('48201');
    await page.getByLabel('Max Price').fill('61000');
    expect(await checklist(page).getByLabel('Top price').inputValue()).toBe('61,000');
    await page.getByLabel('Map of 50 miles around ZIP 48201').waitFor();
    await checklist(page).getByRole('button', { name: 'Continue' }).click();
    await checklist(page).getByText('Around 48201').waitFor();
    expect(await page.getByLabel('Max Price').inputValue()).toBe('61,000');
    await page.context().close();
  });

  it('The checklist of the first minute stays dismissed', async () => {
    const { page } = await openHome();
    await checklist(page).getByRole('button', { name: 'Dismiss the checklist' }).click();
    await checklist(page).waitFor({ state: 'detached' });
    await Promise.all([page.waitForResponse('**/api/first-minute'), page.reload()]);
    await page.getByRole('heading', { name: 'Membership', exact: true }).waitFor();
    expect(await checklist(page).count()).toBe(0);
    await page.context().close();
  });

  it('The checklist of the first minute marks a ZIP that is too short', async () => {
    const { page } = await openHome();
    await checklist(page).getByLabel('Your ZIP').fill('482');
    await checklist(page).getByRole('button', { name: 'Continue' }).click();
    await checklist(page).getByText('Incorrect ZIP code format, must be 5 numbers').waitFor();
    await page.context().close();
  });
});

describe.each(viewports)('At $width px, $colorScheme, a new member', ({ colorScheme, width }) => {
  it('A new member sees an accessible checklist and accessible channels', async () => {
    const { member, page } = await openHome({ colorScheme, viewport: { width, height: 900 } });
    const faults = collectPageErrors(page);
    await page.getByRole('region', { name: 'Get your first alert' }).waitFor();
    // On a phone the channels are in the sheet of the filters.
    const isNarrow = width < 1024;
    if (isNarrow) await page.getByRole('button', { name: 'Filters', exact: true }).click();
    await setUpWebhook(page);
    await row(page, 'Webhook')
      .getByText(/^whsec_/)
      .waitFor();
    await press(page, 'Telegram', 'Link');
    await row(page, 'Telegram').getByText('Waiting for your message').waitFor();
    await expectAccessible(page, faults);
    if (isNarrow) await page.keyboard.press('Escape');
    await member.send('PATCH', '/api/profile', { zipCode: '48201' });
    await page.getByRole('link', { name: 'Go to checkout' }).waitFor();
    await expectAccessible(page, faults);
    await page.context().close();
  });
});
