import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startTestSmtpServer } from '#server/modules/alerts/channels/email/testing/smtp-server.ts';
import { type TestApp, startTestApp } from './test-app.ts';
import { removeFolder, createTemporaryFolder } from './product.ts';
import { deliverMail } from '#server/modules/intake/email/testing/mail-fixture.ts';
import { deliverWebhook, webhookSecret } from '#server/testing/deliver-webhook.ts';

const csvHeader = 'Parcel,Address,Zip,Bid\n';
const mapping = {
  title: 'Inherited 3 bedroom house at {Address}, must sell as-is',
  link: 'https://auction.example.com/{Parcel}',
  price: '{Bid}',
  zipCode: '{Zip}',
};

export type ScoutTestApp = Awaited<ReturnType<typeof startScoutTestApp>>;

/**
 * A test app that reads two feeds, of which `county` returns what the test sets, and sends its mails to a test server.
 */
export async function startScoutTestApp() {
  const folder = await createTemporaryFolder();
  const listFile = join(folder, 'list.csv');
  const give = (rows: string) => writeFile(listFile, csvHeader + rows);
  await give('7,12 Elm Street,48204,1500\n');
  const feed = { basis: 'The county publishes its auction list for buyers', kind: 'csv', everySeconds: 1, mapping };
  await writeFile(
    join(folder, 'feeds.json'),
    JSON.stringify([
      { ...feed, id: 'county', file: listFile },
      { ...feed, id: 'land-bank', file: join(folder, 'missing.csv'), everySeconds: 3600 },
    ]),
  );
  const smtp = await startTestSmtpServer();
  const app: TestApp = await startTestApp({
    FEEDS: join(folder, 'feeds.json'),
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    RATE_FORGOT: '1000/1m',
  });
  let sent = 0;
  return {
    ...app,
    smtp,
    give,
    breakFeed: () => writeFile(listFile, '<!doctype html><html><body>Maintenance</body></html>'),
    /** Sends listings as `source`, through the webhook. */
    deliver: (source: string, listings: unknown[]) => {
      sent += 1;
      return deliverWebhook(app.product.url, webhookSecret, `d-${sent}`, { source, listings });
    },
    deliverMail: (raw: string) => deliverMail(app.product.url, raw, { key: webhookSecret }),
    close: async () => {
      await app.close();
      await smtp.close();
      await removeFolder(folder);
    },
  };
}
