import { mock } from 'node:test';
import { runDemoFlow } from '#server/app/demo/flow.ts';
import { drawPictures, withPictures } from '#server/app/demo/demo-pictures.ts';
import { demoAdmin, demoPassword, demoPeople } from '#server/app/demo/demo-people.ts';
import { seedPeople } from '#server/app/demo/seed.ts';
import { createListingGenerator } from '#server/app/demo/listing-generator/listing-generator.ts';
import { startServer } from '#server/app/start.ts';
import { embeddedEnvironment } from '#server/testing/environment.ts';
import { createRandom } from '../bench/data/random.ts';
import { type ApiUser, createApiUser } from '../../e2e/api-user.ts';
import { removeFolder, createTemporaryFolder } from '../../e2e/product.ts';

const dayMs = 86_400_000;
const historyMs = 20 * dayMs;
const offerCount = 60;
const demoZipCodes = ['48204', '48210', '48228', '48503', '43604', '43608', '44105'];
const welcome =
  '<p><strong>New this month:</strong> tiny homes. Tick the box in your filters and the scout looks for them too.</p>';
const note = 'The county asked for the list of sources: sent by mail.';
const browserName = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** Public addresses of several states, and one that no database contains. */
const addresses = [
  ...['96.80.238.237', '68.66.23.47', '66.178.209.167', '107.49.148.60', '98.102.205.175', '66.145.172.220'],
  ...['76.216.179.29', '99.7.33.126', '68.88.122.126', '66.81.96.129', '73.241.110.6', '98.211.189.86'],
  ...['173.156.3.163', '50.120.187.93', '24.96.98.28', '76.8.144.224', '98.78.161.253', '75.122.34.226'],
  ...['96.80.238.237', '66.145.172.220', '96.80.238.237', '99.224.10.10', '10.0.0.7'],
];
const referrers = ['https://www.google.com/', 'https://www.bing.com/', '', 'https://investors.example.com/forum'];

export type DemoUser = 'ann' | 'leo' | 'admin';
/** A product with three weeks of history, the same in every run except for its dates. */
export type DemoApp = { url: string; users: Record<DemoUser, ApiUser>; close: () => Promise<void> };

export async function startDemoApp(): Promise<DemoApp> {
  const dataDir = await createTemporaryFolder();
  const now = Date.now();
  const pictures = await drawPictures();
  // Only the clock is replaced; timers run as usual.
  mock.timers.enable({ apis: ['Date'], now: now - historyMs });
  const running = await startServer({
    ...embeddedEnvironment,
    PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    TRUST_PROXY: '1',
    DEMO_CHECKOUT: 'on',
    RATE_LOGIN: '1000/1m',
    RATE_VISIT: '1000/1m',
    ADMIN_EMAIL: demoAdmin.email,
    ADMIN_PASSWORD: demoPassword,
  });
  const { url, services, intake: ownIntake } = running;
  const intake = withPictures(ownIntake, services, pictures);
  await seedPeople(services, demoPeople);
  await intake.ready;
  const random = createRandom(7);
  const offer = createListingGenerator({ zipCodes: demoZipCodes, clock: services.clock, run: 'shot', random });
  const stopped = new AbortController();
  let offerIndex = 0;
  const next = () => {
    offerIndex += 1;
    if (offerIndex === offerCount) stopped.abort();
    mock.timers.setTime(Math.round(now - historyMs * (1 - offerIndex / offerCount) ** 2));
    return offer();
  };
  await runDemoFlow({ context: services, intake, next, printLine: () => undefined }, 0, stopped.signal);
  for (const [index, address] of addresses.entries()) {
    mock.timers.setTime(now - Math.round(((addresses.length - index) / addresses.length) ** 2 * 12 * dayMs));
    await sendVisit(url, address, referrers[index % referrers.length] ?? '');
  }
  mock.timers.reset();
  const signIn = (who: DemoUser) => createApiUser(() => url, '/api/login', `${who}@example.com`, demoPassword);
  const [ann, leo, root] = await Promise.all([signIn('ann'), signIn('leo'), signIn('admin')]);
  await addRecentActivity(root, ann);
  return {
    url,
    users: { ann, leo, admin: root },
    close: async () => {
      await running.close();
      await removeFolder(dataDir);
    },
  };
}

async function sendVisit(url: string, address: string, referrer: string): Promise<void> {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': address, 'user-agent': browserName };
  await fetch(`${url}/api/visitors/track`, { method: 'POST', headers, body: JSON.stringify({ referrer }) });
}

/** Recent actions of admins. */
async function addRecentActivity(root: ApiUser, ann: ApiUser): Promise<void> {
  await root.send('POST', '/api/admin/announcements', { message: welcome });
  await root.send('POST', '/api/admin/workflow-logs', { log: { action: 'Note', details: note } });
  await ann.send('POST', '/api/request-higher-limit');
  await ann.send('PATCH', '/api/first-minute', { isDismissed: true });
}
