import { setTimeout } from 'node:timers/promises';
import { deliverWebhook, webhookSecret } from '#server/testing/deliver-webhook.ts';
import { deliverMail } from '#server/modules/intake/email/testing/mail-fixture.ts';
import { type ApiUser, createApiUser } from '../../../e2e/api-user.ts';
import { addMembers } from '../data/add-members.ts';
import { createFolder, fillFolder } from '../data/fill-folder.ts';
import { createHostileMails } from '../data/hostile-mails.ts';
import { createLoadGenerator } from '../load.ts';
import { type Delay, readDelay, waitUntilIdle } from '../process.ts';
import { type BenchResult, createResult } from '../result.ts';
import type { Bench } from '../setup.ts';

const memberCount = 20_000;
const savers = 8;
const phaseSeconds = 10;
const listingCount = 3;
const alertSeconds = 10;
const admin = { ADMIN_EMAIL: 'root@example.com', ADMIN_PASSWORD: 'correct horse' };
const heavyQuestions = [
  '/api/admin/users',
  '/api/admin/users?limit=50&sort=-maxPrice&q=a',
  '/api/admin/workflow-logs?q=filters',
  '/api/admin/history?limit=50&q=48201',
  '/api/admin/history/export?format=jsonl',
];

/** The delay of the event loop while 20,000 members' product is under mixed load. */
export async function measureEventLoop(bench: Bench): Promise<BenchResult[]> {
  const dataDir = await createFolder(bench);
  const filters = () => ({ zipCode: '48201', maxPrice: 150_000 });
  await fillFolder(dataDir, ({ events }) => addMembers(events, memberCount, filters));
  const env = { ...admin, INTAKE_SECRET: webhookSecret, RATE_FACTS: '1000000/1d' };
  const product = await bench.startProduct(dataDir, env);
  await waitUntilIdle(product);
  const url = () => product.url;
  const root = await createApiUser(url, '/api/login', admin.ADMIN_EMAIL, admin.ADMIN_PASSWORD);
  const members = await Promise.all(
    Array.from({ length: savers }, (_, n) =>
      createApiUser(url, '/api/register', `saver${n}@example.com`, 'house hunter'),
    ),
  );
  const phases: [string, Delay][] = [];
  const measurePhase = async (name: string, seconds: number, works: (() => Promise<unknown>)[]) => {
    await readDelay(product.url);
    await Promise.all([sendSaves(product.url, members, seconds), ...works.map((work) => work())]);
    phases.push([name, await readDelay(product.url)]);
  };
  await measurePhase(`${savers} save without pause`, phaseSeconds, []);
  await measurePhase('heavy questions among saves', phaseSeconds, [() => askHeavyQuestions(root, phaseSeconds)]);
  const alertTime = listingCount * alertSeconds;
  await measurePhase('listings for all among questions and saves', alertTime, [
    () => askHeavyQuestions(root, alertTime),
    () => sendListings(product.url),
  ]);
  await measurePhase('hostile mails among questions and saves', phaseSeconds, [
    () => askHeavyQuestions(root, phaseSeconds),
    () => sendHostileMails(product.url),
  ]);
  return phases.map(([name, { p99, longest }]) =>
    createResult({
      name: `event loop, ${memberCount} members, ${name}`,
      value: p99,
      unit: 'ms (p99)',
      better: 'lower',
      limit: 50,
      conditions: [{ what: 'longest', value: longest, atMost: 250, unit: 'ms' }],
      detail: { longestMs: longest },
    }),
  );
}

async function sendSaves(url: string, members: ApiUser[], seconds: number): Promise<void> {
  const load = createLoadGenerator(url, savers);
  await load.run(seconds, (n) => {
    const cookie = members[n % savers]?.cookie() ?? '';
    const headers = { cookie, 'content-type': 'application/json' };
    return load.send('PATCH', '/api/profile', headers, JSON.stringify({ maxPrice: n % 150_000 }));
  });
  load.close();
}

async function askHeavyQuestions(root: ApiUser, seconds: number): Promise<void> {
  const until = performance.now() + seconds * 1000;
  for (let n = 0; performance.now() < until; n += 1) {
    const { status, text } = await root.send('GET', heavyQuestions[n % heavyQuestions.length] ?? '');
    if (status !== 200) throw new Error(`A heavy question was answered ${status}: ${text.slice(0, 200)}`);
  }
}

async function sendListings(url: string): Promise<void> {
  for (let n = 0; n < listingCount; n += 1) {
    const title = `Inherited 3 bedroom house at ${100 * (n + 1)} Elm Street, must sell as-is`;
    const link = `https://listings.example.com/loop-${n}`;
    const listing = { externalId: `l-${n}`, title, price: Math.round(8_000 * 1.4 ** n), link, zipCode: '48204' };
    const { status, text } = await deliverWebhook(url, webhookSecret, `loop-${n}`, {
      source: 'bench',
      listings: [listing],
    });
    if (status >= 300) throw new Error(`A listing was answered ${status}: ${text}`);
    await setTimeout(alertSeconds * 1000);
  }
}

async function sendHostileMails(url: string): Promise<void> {
  await Promise.all(
    createHostileMails().map(async (mail) => {
      const { status } = await deliverMail(url, mail, { key: webhookSecret });
      if (status >= 500) throw new Error(`A hostile mail was answered ${status}`);
    }),
  );
}
