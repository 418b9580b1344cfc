import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { delay } from '#server/lib/delay.ts';
import { findNextMorning } from '#server/modules/alerts/matching/time-zones.ts';
import { webhookSecret } from '#server/testing/deliver-webhook.ts';
import type { ApiUser } from '../../e2e/api-user.ts';
import { createTemporaryFolder, removeFolder } from '../../e2e/product.ts';
import { createRandom, pick } from '../bench/data/random.ts';
import { createFaultKinds } from './fault-kinds.ts';
import { type FaultKind, startFaults } from './faults.ts';
import { type Erasure, paymentSecret, startLoad } from './load.ts';
import { type Actor, enter, importMembers, joinActors } from './members.ts';
import type { Fact, Outcome } from './outcome.ts';
import { getPreloadEnv, type PlantName } from './plants/plants.ts';
import { createProcesses, type Processes, type Role } from './processes.ts';
import { readStores } from './read-outcome.ts';
import { startReceivers } from './receivers.ts';
import { createRequests } from './requests.ts';
import { readPages, waitUntilIdle } from './wait-until-idle.ts';
import { type StoreKind, startStores, type Stores } from './stores.ts';

export type ChaosOptions = { minutes: number; seed: number; stores: StoreKind; plant: PlantName | null };

const admin = { email: 'root@example.com', password: 'correct horse' };
const memberCount = 520;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** Longer than the first pauses before a message is sent again. */
const retryMs = 15 * minuteMs;
const setupMs = 600_000;
const lastAnswersMs = 60_000;
/** The shares of the run after which daily digests are due, and a member leaves. */
const morningShare = 0.4;
const leavingShare = 0.5;
const heavyPaths = ['/api/admin/users', '/api/admin/history/export?format=jsonl', '/api/admin/history?limit=500'];
const heavyRequestCount = 24;
const zone = 'America/Detroit';

const roles: Record<StoreKind, Role[]> = {
  embedded: ['all'],
  // Scouts send too. FerretDB reads the whole outbox for each look at it: more senders would keep it busy with that alone.
  engines: ['web', 'web', 'projector', 'projector', 'scout', 'scout'],
};

/** A mixed load on the product while its processes and stores fail; resolves with all that is left. */
export async function runChaos(options: ChaosOptions): Promise<Outcome> {
  const stores = await startStores(options.stores);
  try {
    const receivers = await startReceivers();
    try {
      return await runOn(stores, receivers, options);
    } finally {
      await receivers.close();
    }
  } finally {
    await stores.end();
  }
}

type Receivers = Awaited<ReturnType<typeof startReceivers>>;

async function runOn(stores: Stores, receivers: Receivers, options: ChaosOptions): Promise<Outcome> {
  const folder = await createTemporaryFolder();
  const clock = createClock(join(folder, 'clock'));
  const processes = createProcesses(stores, folder, {
    NODE_ENV: 'test',
    LOG_LEVEL: 'warn',
    CLOCK_FILE: clock.file,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    INTAKE_SECRET: webhookSecret,
    PAYMENT_WEBHOOK_SECRET: paymentSecret,
    SMTP_URL: receivers.smtpUrl,
    WEBHOOK_ALLOW_PRIVATE: 'on',
    RATE_FACTS: '1000000/1d',
    ...getPreloadEnv(receivers.pushUrl, options.plant),
  });
  try {
    await Promise.all(roles[options.stores].map((role) => processes.start(role)));
    return await runPhases({ stores, processes, receivers, clock }, options);
  } finally {
    await processes.killAll();
    await removeFolder(folder);
  }
}

type Installation = {
  stores: Stores;
  processes: Processes;
  receivers: Receivers;
  clock: ReturnType<typeof createClock>;
};

async function runPhases(installation: Installation, { minutes, seed }: ChaosOptions): Promise<Outcome> {
  const { stores, processes, receivers, clock } = installation;
  const setup = await setUp(processes.url, receivers);
  const runMs = minutes * minuteMs;
  clock.setTo(clock.morning - morningShare * runMs);
  const { actors, root } = setup;
  const kinds = listFaultKinds(installation, root, seed);
  const run = root === null ? nothing : await loadAndFail(installation, { ...setup, root }, { kinds, seed, runMs });
  for (const { ensureAnswering } of stores.servers) await ensureAnswering();
  const unfinished = root === null ? ['The members could not join'] : await finishWork(processes, clock);

  const { statusAfter, ...shown } = await readPages(processes.url, actors);
  await processes.stopAll();
  for (const { ensureAnswering } of stores.servers) await ensureAnswering();
  const { traces, ...stored } = await readStores({ ...stores.env, DATA_DIR: processes.dataDir }, run.erasure);
  return {
    ...stored,
    minutes,
    faultNames: kinds.map(({ name }) => name),
    facts: [...setup.facts, ...run.facts],
    dashboards: new Map([...stored.dashboards, ...shown.dashboards]),
    actors: actors.map(({ part, id, email }) => ({ part, userId: id, email })),
    erasure: run.erasure && { ...run.erasure, traces, statusAfter },
    unfinished: [...unfinished, ...stored.unfinished],
    messages: receivers.listMessages(actors.find(({ part }) => part === 'webhook')?.id ?? ''),
    answers: run.answers,
    faults: run.faults,
    failures: [...processes.failures, ...run.errors],
    logs: processes.readLogs(),
  };
}

function listFaultKinds({ stores, processes, clock }: Installation, root: ApiUser | null, seed: number): FaultKind[] {
  const random = createRandom(seed + 1);
  const askHeavyQuestions = async () => {
    const paths = Array.from({ length: heavyRequestCount }, (_, n) => heavyPaths[n % heavyPaths.length] ?? '');
    // Those past the limit are refused.
    if (root !== null) await Promise.allSettled(paths.map((path) => root.send('GET', path)));
  };
  const pickOne = <T>(all: readonly T[]) => pick(random, all);
  return createFaultKinds({ stores, processes, now: clock.now, askHeavyQuestions, pickOne });
}

type Setup = { root: ApiUser | null; facts: Fact[]; actors: Actor[] };
type RunPlan = { kinds: FaultKind[]; seed: number; runMs: number };
type Run = Pick<Outcome, 'facts' | 'answers' | 'faults'> & { erasure: Erasure | null; errors: string[] };
const nothing: Run = { facts: [], answers: [], faults: [], erasure: null, errors: [] };

async function loadAndFail(
  { processes: { url }, receivers: { refuseNext }, clock: { now } }: Installation,
  setup: Setup & { root: ApiUser },
  { kinds, seed, runMs }: RunPlan,
): Promise<Run> {
  const ended = new AbortController();
  const requests = createRequests(url, ended.signal);
  const load = startLoad({ requests, now, ...setup, refuseNext });
  const chaos = startFaults(kinds, seed);
  await delay(leavingShare * runMs);
  const leaving = load.eraseLeaver();
  await delay((1 - leavingShare) * runMs);
  const { faults, errors } = await chaos.stop();
  // A request that is still not answered then is lost.
  const timer = setTimeout(() => ended.abort(), lastAnswersMs);
  await Promise.all([load.stop(), leaving]);
  clearTimeout(timer);
  return { facts: load.facts, answers: requests.answers, faults, errors, erasure: load.erasure() };
}

/** Waits for what was refused for now, then for the digests of the next morning; a push would not outlive the night. */
async function finishWork(processes: Processes, clock: Installation['clock']): Promise<string[]> {
  clock.setTo(clock.now() + retryMs);
  const left = await waitUntilIdle(processes, 'before the next morning');
  clock.setTo(clock.now() + dayMs);
  return [...left, ...(await waitUntilIdle(processes, 'all'))];
}

/** The members, before anything fails; `root` is null where they cannot join. */
async function setUp(url: () => string, receivers: Receivers): Promise<Setup> {
  const ended = AbortSignal.timeout(setupMs);
  const requests = createRequests(url, ended);
  const root = await enter({ url, ended }, { ...admin, isNew: false });
  if (root === null) return { root, facts: [], actors: [] };
  const facts = await importMembers(requests, root, { name: 'member', count: memberCount });
  const actors = await joinActors({ requests, url, ended }, root, receivers);
  return { root, facts, actors };
}

/** The time of all processes, which begins shortly before the members' morning. */
function createClock(file: string) {
  const morning = findNextMorning(zone, Date.now());
  let offsetMs = 0;
  const setTo = (time: number) => {
    offsetMs = time - Date.now();
    writeFileSync(file, new Date(time).toISOString());
  };
  setTo(morning - hourMs);
  return {
    file,
    morning,
    now: () => Date.now() + offsetMs,
    setTo,
  };
}
