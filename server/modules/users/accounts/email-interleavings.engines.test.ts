import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startStepped, type SteppedProcess } from '#server/testing/stepped-process.ts';
import { type TestServer, startTestServer } from '#server/testing/test-server.ts';
import { type Contender, createEmailContenders } from './testing/email-contenders.ts';

let product: TestServer;
let contenders: ReturnType<typeof createEmailContenders>;
beforeAll(async () => {
  product = await startTestServer();
  contenders = createEmailContenders(product);
});
afterAll(async () => {
  await contenders.close();
  await product.stop();
});

const kinds = ['registration', 'newcomer', 'former'] as const;
type Kind = (typeof kinds)[number];

const newEmail = () => `${randomUUID()}@example.com`;

/** Of several users who had the address, each took it over from the one before. */
async function createContenders(email: string, given: readonly Kind[]): Promise<Contender[]> {
  const all: Contender[] = [];
  for (const kind of given) all.push(await contenders[kind](email));
  return all;
}

/** The users whose request for the address succeeded. */
function listWinners(results: PromiseSettledResult<string>[]): string[] {
  return [...new Set(results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])))];
}

function listRefusals(results: PromiseSettledResult<string>[]): string[] {
  const reasons = results.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []));
  return [...new Set(reasons)];
}

async function expectOneWinner(email: string, results: PromiseSettledResult<string>[]): Promise<void> {
  expect(listWinners(results)).toHaveLength(1);
  expect(await contenders.findOwners(email)).toEqual(listWinners(results));
  expect(listRefusals(results)).toEqual(results.every(({ status }) => status === 'fulfilled') ? [] : [refusal]);
}
const refusal = 'Rejected: email-taken';

it.each(kinds.flatMap((one) => kinds.map((other) => [one, other] as const)))(
  'Of a %s that is suspended between any two of its steps while a %s of the same email completes, one succeeds',
  async (one, other) => {
    for (let steps = 0, isSuspended = true; isSuspended; steps += 1) {
      const email = newEmail();
      const [slow, fast] = await createContenders(email, [one, other]);
      if (!slow || !fast) throw new Error('Both take part.');
      const process = await startStepped(slow);
      for (let left = steps; left > 0 && isSuspended; left -= 1) isSuspended = await process.step();
      const quick = await startStepped(fast);
      const results = [await quick.finish(), await process.finish()];
      await expectOneWinner(email, results);
    }
  },
);

it.each(kinds)('An email is free at once after a crash of a %s between any two of its steps', async (kind) => {
  for (let steps = 0, isRunning = true; isRunning; steps += 1) {
    const email = newEmail();
    const [crashing] = await createContenders(email, [kind]);
    if (!crashing) throw new Error('It takes part.');
    const process = await startStepped(crashing);
    for (let left = steps; left > 0 && isRunning; left -= 1) isRunning = await process.step();
    const owners = await contenders.findOwners(email);
    const next = await contenders.registerNow(email);
    expect(await contenders.findOwners(email)).toEqual(owners.length === 0 ? [next] : owners);
    await process.finish();
    expect(await contenders.findOwners(email)).toHaveLength(1);
  }
});

/** Up to three processes, the order of their steps, and the step at which each of them crashes, if it does. */
const interleavings = fc.record({
  given: fc.array(fc.constantFrom(...kinds, 'repeated' as const), { minLength: 2, maxLength: 3 }),
  order: fc.array(fc.nat({ max: 2 }), { maxLength: 60 }),
});

async function startAll(email: string, given: readonly (Kind | 'repeated')[]): Promise<SteppedProcess<string>[]> {
  const commandId = randomUUID();
  const processes: SteppedProcess<string>[] = [];
  const users = await createContenders(
    email,
    given.filter((kind) => kind !== 'repeated'),
  );
  // A request that is sent again with its key goes to another process.
  for (const kind of given)
    processes.push(
      await startStepped((kind === 'repeated' ? null : users.shift()) ?? contenders.registration(email, commandId)),
    );
  return processes;
}

it('Of two or three users who want one email in any order of their steps exactly one has it, with their password', async () => {
  await fc.assert(
    fc.asyncProperty(interleavings, async ({ given, order }) => {
      const email = newEmail();
      const processes = await startAll(email, given);
      for (const n of order) await processes[n]?.step();
      const results: PromiseSettledResult<string>[] = [];
      for (const process of processes) results.push(await process.finish());
      await expectOneWinner(email, results);
      const [winner = ''] = listWinners(results);
      expect(contenders.credentials.has(winner)).toBe(true);
    }),
    { numRuns: 40 },
  );
});

it('After crashes in any order of steps an email has at most one user, and is free at once if it has none', async () => {
  await fc.assert(
    fc.asyncProperty(interleavings, async ({ given, order }) => {
      const email = newEmail();
      const processes = await startAll(email, given);
      for (const n of order) await processes[n]?.step();
      const owners = await contenders.findOwners(email);
      expect(owners.length).toBeLessThan(2);
      const next = await contenders.registerNow(email);
      expect(await contenders.findOwners(email)).toEqual(owners.length === 0 ? [next] : owners);
    }),
    { numRuns: 40 },
  );
});
