import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openSmtp } from '#server/modules/alerts/email/testing/smtp.ts';
import { type House, openHouse } from './house.ts';
import { removeFolder, temporaryFolder } from './product.ts';
import { deliver, secret } from '#server/testing/webhook.ts';

const header = 'Parcel,Address,Zip,Bid\n';
const mapping = {
  title: 'Inherited 3 bedroom house at {Address}, must sell as-is',
  link: 'https://auction.example.com/{Parcel}',
  price: '{Bid}',
  zipCode: '{Zip}',
};

export type ScoutHouse = Awaited<ReturnType<typeof openScoutHouse>>;

/** A house that reads two feeds, of which `county` gives what it is told, and sends its mails to a server of the test. */
export async function openScoutHouse() {
  const folder = await temporaryFolder();
  const list = join(folder, 'list.csv');
  const give = (rows: string) => writeFile(list, header + rows);
  await give('7,12 Elm Street,48204,1500\n');
  const feed = { basis: 'The county publishes its auction list for buyers', kind: 'csv', everySeconds: 1, mapping };
  await writeFile(
    join(folder, 'feeds.json'),
    JSON.stringify([
      { ...feed, id: 'county', file: list },
      { ...feed, id: 'land-bank', file: join(folder, 'missing.csv'), everySeconds: 3600 },
    ]),
  );
  const smtp = await openSmtp();
  const house: House = await openHouse({
    FEEDS: join(folder, 'feeds.json'),
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    RATE_FORGOT: '1000/1m',
  });
  let sent = 0;
  return {
    ...house,
    smtp,
    give,
    breakFeed: () => writeFile(list, '<!doctype html><html><body>Maintenance</body></html>'),
    /** Sends listings as `source`, by the webhook. */
    deliver: (source: string, listings: unknown[]) => {
      sent += 1;
      return deliver(house.product.url, secret, `d-${sent}`, { source, listings });
    },
    close: async () => {
      await house.close();
      await smtp.close();
      await removeFolder(folder);
    },
  };
}
