import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { subscriptionStream, userStream } from '#domain/event-catalog/streams.ts';
import type { PaymentChange } from '#domain/subscription/events.ts';
import { createCommandHandler } from '#server/platform/commands/command-handler.ts';
import { type TestStores, openTestStores } from '#server/modules/alerts/matching/testing/test-stores.ts';
import { createPaymentHandler } from './payment-handler.ts';
import type { Payment } from './stripe-events.ts';

let testStores: TestStores;
beforeEach(async () => {
  testStores = await openTestStores();
});
afterEach(() => testStores.close());

const waitForProjections = () => Promise.resolve();
/** A process with its own locks; `beforeRead` is called before each read of a stream of a subscription. */
const createProcess = (beforeRead: () => Promise<void> = () => Promise.resolve()) => {
  const read: TestStores['events']['read'] = async (stream: string, from?: number) => {
    if (stream.startsWith(subscriptionStream(''))) await beforeRead();
    return testStores.events.read(stream, from);
  };
  const events = { ...testStores.events, read };
  const handle = createCommandHandler(testStores.events, testStores.clock);
  return createPaymentHandler({ ...testStores, events, handle, waitForProjections });
};

const createPayment = (userId: string, at: number, change: PaymentChange): Payment => ({
  eventId: `evt_${randomUUID()}`,
  at,
  userId,
  subscriptionId: `sub_of_${userId}`,
  customerId: `cus_of_${userId}`,
  sessionId: null,
  change,
});
const readMembership = async (userId: string) =>
  (await testStores.events.read(userStream(userId))).events
    .map(({ type }) => type)
    .findLast((type) => type.startsWith('Membership'));
const readStanding = async (userId: string) =>
  await testStores.documents.get<{ id: string; standing: string }>('payment-subscriptions', `sub_of_${userId}`);

it('Reports of one subscription that two processes handle at once lose nothing, and the latest decides', async () => {
  const userId = await testStores.member({}, false);
  const [one, other] = [createProcess(), createProcess()];
  const changes: PaymentChange[] = ['bought', 'paid on', 'unpaid', 'paid on', 'unpaid', 'paid on', 'unpaid', 'ended'];
  await Promise.all(changes.map((change, n) => (n % 2 === 0 ? one : other)(createPayment(userId, 100 + n, change))));
  expect(await readStanding(userId)).toMatchObject({ userId, customerId: `cus_of_${userId}`, standing: 'ended' });
  expect(await readMembership(userId)).not.toBe('MembershipActivated');
});

/** A process that sets the membership of a user only after another has handled a report. */
const createLateProcess = (userId: string, other: () => Promise<void>) => {
  const handle = createCommandHandler(testStores.events, testStores.clock);
  let isHandled = false;
  const late: typeof handle = async (decider, stream, command, sender) => {
    if (stream === (userStream(userId) as string) && !isHandled) {
      isHandled = true;
      await other();
    }
    return handle(decider, stream, command, sender);
  };
  return createPaymentHandler({ ...testStores, waitForProjections, handle: late });
};
const createOtherPayment = (userId: string, at: number, change: PaymentChange): Payment => ({
  ...createPayment(userId, at, change),
  subscriptionId: `other_of_${userId}`,
});

it('A process whose command comes late sets the membership again as the latest report demands', async () => {
  const userId = await testStores.member({}, false);
  const late = createLateProcess(userId, () => createProcess()(createPayment(userId, 200, 'ended')));
  await late(createPayment(userId, 100, 'bought'));
  expect(await readMembership(userId)).toBe('MembershipDeactivated');
  expect(await readStanding(userId)).toMatchObject({ standing: 'ended' });
});

it('A process whose command comes late restores the membership that another subscription has paid', async () => {
  const userId = await testStores.member({}, false);
  await createProcess()(createPayment(userId, 100, 'bought'));
  const late = createLateProcess(userId, () => createProcess()(createOtherPayment(userId, 200, 'bought')));
  await late(createPayment(userId, 200, 'ended'));
  expect(await readMembership(userId)).toBe('MembershipActivated');
});

it('A report whose answer was lost is recorded once when it is delivered again', async () => {
  const userId = await testStores.member({}, false);
  const payment = createPayment(userId, 100, 'bought');
  let reads = 0;
  const failing = createProcess(() => {
    reads += 1;
    return reads === 1 ? Promise.reject(new Error('The process was killed')) : Promise.resolve();
  });
  await expect(failing(payment)).rejects.toThrow('The process was killed');
  expect(await readMembership(userId)).toBeUndefined();
  await createProcess()(payment);
  expect(await readMembership(userId)).toBe('MembershipActivated');
  expect(await testStores.listEvents('PaymentReported')).toHaveLength(1);
});

const raceCount = 200;
const addUsers = () => Promise.all(Array.from({ length: raceCount }, () => testStores.member({}, false)));
const countMembers = async (userIds: string[]) => {
  const memberships = await Promise.all(userIds.map(readMembership));
  return memberships.filter((type) => type === 'MembershipActivated').length;
};

it(`No membership of ${raceCount} stays where its purchase and its end reach two processes at the same time`, async () => {
  const userIds = await addUsers();
  const bought = userIds.map((userId) => createPayment(userId, 100, 'bought'));
  const ended = userIds.map((userId) => ({ ...createPayment(userId, 200, 'ended'), userId: null }));
  await Promise.all([...bought.map(createProcess()), ...ended.map(createProcess())]);
  expect(await countMembers(userIds)).toBe(0);
});

it(`No membership of ${raceCount} stays where its two subscriptions end in two processes at the same time`, async () => {
  const userIds = await addUsers();
  const bought = [createPayment, createOtherPayment].flatMap((create) =>
    userIds.map((id) => create(id, 100, 'bought')),
  );
  await Promise.all(bought.map(createProcess()));
  expect(await countMembers(userIds)).toBe(raceCount);
  const [some, others] = [createPayment, createOtherPayment].map((create) =>
    userIds.map((id) => create(id, 200, 'ended')),
  );
  await Promise.all([...(some ?? []).map(createProcess()), ...(others ?? []).map(createProcess())]);
  expect(await countMembers(userIds)).toBe(0);
});
