import { randomUUID } from 'node:crypto';
import { StartRefused } from '#server/lib/errors.ts';
import { closeOnSignal } from '#server/lib/grace.ts';
import { createSimulator } from './listing-generator/simulator.ts';
import { startServer } from '../start.ts';
import { flow } from './flow.ts';
import { signInTable } from './lines.ts';
import { admin, password, people, zipCodes } from './people.ts';
import { seed } from './seed.ts';

const everyMs = 4000;

const say = (line: string) => process.stdout.write(`${line}\n`);
const given = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''));
const starting = startServer({
  DATA_DIR: './data/demo',
  LOG_LEVEL: 'warn',
  ...given,
  ADMIN_EMAIL: admin.email,
  ADMIN_PASSWORD: password,
});
const stopped = new AbortController();
let flowing: Promise<void> = Promise.resolve();

closeOnSignal(async () => {
  stopped.abort();
  await flowing;
  const running = await starting.catch(() => null);
  await running?.close();
});

try {
  const { url, services, intake } = await starting;
  const { platform, users, privacy } = services;
  await seed({ ...platform, ...users, ...privacy }, people);
  await intake.ready;
  say(`listening on ${url}\n`);
  say(signInTable(people));
  say(`\nSign in at ${url} as ${admin.email} in one window and as a member in another. Listings come in below.\n`);
  const { clock } = platform;
  const next = createSimulator({ zipCodes, clock, run: randomUUID().slice(0, 8), random: Math.random });
  const timed = (line: string) => say(`${clock().toTimeString().slice(0, 8)}  ${line}`);
  flowing = flow({ context: platform, intake, next, say: timed }, everyMs, stopped.signal);
  await flowing;
} catch (error) {
  console.error(error instanceof StartRefused ? error.message : error);
  process.exit(1);
}
