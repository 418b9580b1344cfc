import { expect, it } from 'vitest';
import { collectPageErrors, expectAccessible } from './accessibility.ts';
import { createApiUser } from './api-user.ts';
import { createAuthPage } from './auth-page.ts';
import { readMailedPassword, readMailsTo } from './mailbox.ts';
import { setUpWindow } from './test-window.ts';

const testWindow = setUpWindow({});
const { button, home, logIn, open, tab, toast } = createAuthPage(testWindow);

/** The path of the link in the mail to a former address; undefined until it arrives. */
async function readTakeBackLink(address: string): Promise<string | undefined> {
  const mails = await readMailsTo(testWindow.dataDir, address);
  return mails.flatMap((mail) => /\/mail\/email-change\/[\w-]+\/[\w-]+\/[\w-]+/.exec(mail)?.[0] ?? [])[0];
}

it('A changed email is taken back by the link in the mail to the former address, which signs out all devices', async () => {
  const { page, url, dataDir } = testWindow;
  const ann = { email: 'ann@example.com', password: 'correct horse' };
  await createApiUser(() => url, '/api/register', ann.email, ann.password);
  await open();
  await logIn(ann);
  await home();
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill('thief@example.com');
  await page.getByLabel('Current Password').fill(ann.password);
  await button('Update Credentials').click();
  await toast('Credentials Updated').waitFor();
  await expect.poll(() => readTakeBackLink(ann.email)).toBeTruthy();
  const link = `${url}${(await readTakeBackLink(ann.email)) ?? ''}`;

  const mailPage = await page.context().newPage();
  const faults = collectPageErrors(mailPage);
  await mailPage.setViewportSize({ width: 320, height: 640 });
  await mailPage.goto(link);
  await mailPage.getByText('Use ann@example.com for your account again?').waitFor();
  await expectAccessible(mailPage, faults);
  await mailPage.getByRole('button', { name: 'Take the change back' }).click();
  await mailPage.getByRole('status').getByText('Your account uses ann@example.com again').waitFor();
  await expectAccessible(mailPage, faults);
  await mailPage.goto(link);
  await mailPage.getByRole('alert').getByText('This link was already used, or is older than 7 days.').waitFor();
  await mailPage.close();

  await page.reload();
  await tab('Login').waitFor();
  await logIn({ ...ann, email: 'thief@example.com' });
  await toast('Login failed').waitFor();
  await expect.poll(() => readMailedPassword(dataDir, ann.email)).toBeTruthy();
  await logIn({ ...ann, password: (await readMailedPassword(dataDir, ann.email)) ?? '' });
  await home();
  await page.getByRole('alert').filter({ hasText: 'You’re using a temporary password' }).waitFor();
});
