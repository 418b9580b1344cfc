import { mock } from 'node:test';
import { flow } from '#server/app/demo/flow.ts';
import { admin, password, people } from '#server/app/demo/people.ts';
import { seed } from '#server/app/demo/seed.ts';
import { createSimulator } from '#server/app/demo/listing-generator/simulator.ts';
import { startServer } from '#server/app/start.ts';
import { embedded } from '#server/testing/environment.ts';
import { seeded } from '../bench/random.ts';
import { type Person, person } from '../../e2e/client.ts';
import { removeFolder, temporaryFolder } from '../../e2e/product.ts';

const day = 86_400_000;
const longAgo = 20 * day;
const offers = 60;
const around = ['48204', '48210', '48228', '48503', '43604', '43608', '44105'];
const welcome =
  '<p><strong>New this month:</strong> tiny homes. Tick the box in your filters and the scout looks for them too.</p>';
const note = 'The county asked for the list of sources: sent by mail.';
const browserName = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** Public addresses of several states, and one that no database knows. */
const addresses = [
  ...['96.80.238.237', '68.66.23.47', '66.178.209.167', '107.49.148.60', '98.102.205.175', '66.145.172.220'],
  ...['76.216.179.29', '99.7.33.126', '68.88.122.126', '66.81.96.129', '73.241.110.6', '98.211.189.86'],
  ...['173.156.3.163', '50.120.187.93', '24.96.98.28', '76.8.144.224', '98.78.161.253', '75.122.34.226'],
  ...['96.80.238.237', '66.145.172.220', '96.80.238.237', '99.224.10.10', '10.0.0.7'],
];
const referrers = ['https://www.google.com/', 'https://www.bing.com/', '', 'https://investors.example.com/forum'];

export type Who = 'ann' | 'leo' | 'admin';
/** A product with three weeks behind it, the same in every run but for its dates. */
export type DemoHouse = { url: string; people: Record<Who, Person>; close: () => Promise<void> };

export async function openDemoHouse(): Promise<DemoHouse> {
  const dataDir = await temporaryFolder();
  const now = Date.now();
  // Only the clock is another; timers run as always.
  mock.timers.enable({ apis: ['Date'], now: now - longAgo });
  const running = await startServer({
    ...embedded,
    PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    TRUST_PROXY: '1',
    DEMO_CHECKOUT: 'on',
    RATE_LOGIN: '1000/1m',
    RATE_VISIT: '1000/1m',
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: password,
  });
  const { url, services, intake } = running;
  const { platform, users, privacy } = services;
  await seed({ ...platform, ...users, ...privacy }, people);
  await intake.ready;
  const random = seeded(7);
  const offer = createSimulator({ zipCodes: around, clock: platform.clock, run: 'shot', random });
  const stopped = new AbortController();
  let made = 0;
  const next = () => {
    made += 1;
    if (made === offers) stopped.abort();
    mock.timers.setTime(Math.round(now - longAgo * (1 - made / offers) ** 2));
    return offer();
  };
  await flow({ context: platform, intake, next, say: () => undefined }, 0, stopped.signal);
  for (const [index, address] of addresses.entries()) {
    mock.timers.setTime(now - Math.round(((addresses.length - index) / addresses.length) ** 2 * 12 * day));
    await visit(url, address, referrers[index % referrers.length] ?? '');
  }
  mock.timers.reset();
  const signedIn = (who: Who) => person(() => url, '/api/login', `${who}@example.com`, password);
  const [ann, leo, root] = await Promise.all([signedIn('ann'), signedIn('leo'), signedIn('admin')]);
  await settle(root, ann);
  return {
    url,
    people: { ann, leo, admin: root },
    close: async () => {
      await running.close();
      await removeFolder(dataDir);
    },
  };
}

async function visit(url: string, address: string, referrer: string): Promise<void> {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': address, 'user-agent': browserName };
  await fetch(`${url}/api/visitors/track`, { method: 'POST', headers, body: JSON.stringify({ referrer }) });
}

/** What people of the house have done of late. */
async function settle(root: Person, ann: Person): Promise<void> {
  await root.send('POST', '/api/admin/announcements', { message: welcome });
  await root.send('POST', '/api/admin/workflow-logs', { log: { action: 'Note', details: note } });
  await ann.send('POST', '/api/request-higher-limit');
}
