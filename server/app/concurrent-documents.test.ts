import { hash } from 'node:crypto';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { startPosition } from '#domain/shared/decider.ts';
import type { Documents } from '#projections/store/port.ts';
import { interleave } from '#projections/store/testing/interleave.ts';
import { openTemporaryDocuments } from '#projections/store/testing/temporary-documents.ts';
import { clearBounce, isBouncing } from '#server/modules/alerts/channels/email/bounces.ts';
import { createFirstMinutes } from '#server/modules/alerts/channels/first-minute.ts';
import { createChannelLinks } from '#server/modules/alerts/channels/linked/links.ts';
import type { WebhookTarget } from '#server/modules/alerts/channels/webhook/webhook-sender.ts';
import { createFormTokens } from '#server/modules/intake/owner-offers/form-tokens.ts';
import { createDailyBudget } from '#server/modules/intake/llm-classifier/daily-budget.ts';
import { createRowReports } from '#server/modules/intake/row-reports/row-reports.ts';
import { createIdempotentHandler } from '#server/modules/intake/webhooks/webhook-idempotency.ts';
import { createSubscriptionIndex } from '#server/modules/payments/subscription-index.ts';
import { createMailboxProgress } from '#server/modules/sources/imap/mailbox-progress.ts';
import { createManualRuns } from '#server/modules/sources/registry/manual-runs.ts';
import { createScoutActivityTracker } from '#server/modules/sources/registry/scout-activity.ts';
import { createSourceRegistry } from '#server/modules/sources/registry/source-registry.ts';
import { createLimiter } from '#server/platform/http/middleware/shared-limiter.ts';
import { ensureCheckpoint, readCheckpoints } from '#server/platform/subscriptions/checkpoints.ts';
import { type FailedEvent, redactFailedEvents, requestReplay } from '#server/platform/subscriptions/failed-events.ts';

const start = new Date();
const clock = () => start;
const today = start.toISOString().slice(0, 10);
const log = pino({ level: 'silent' });
const key = Buffer.alloc(32, 7);

type Write = (documents: Documents) => Promise<unknown>;
type Case = {
  setUp?: Write;
  first: Write;
  second: Write;
  /** What both have left behind. */
  read: (documents: Documents) => unknown;
  expected: unknown;
};

const keys = { credentials: key.toString('base64'), sessions: '' };
const links = (documents: Documents) =>
  createChannelLinks<WebhookTarget>(
    { documents, clock, keys },
    { channel: 'webhook', describeTarget: ({ url }) => url },
  );
const target = { url: 'https://a.example', secret: 'old', issuedBy: 'c-1' };
const saveLink = (documents: Documents, change: object) =>
  links(documents).save('ann', (link) => ({ ...link, target: { ...target, ...link?.target, ...change } }));
const move = (documents: Documents) => saveLink(documents, { url: 'https://b.example' });
const rotate = (documents: Documents) => saveLink(documents, { secret: 'new', issuedBy: 'c-2' });
const readLink = async (documents: Documents) => {
  const link = await links(documents).find('ann');
  return [link?.target.url, link?.target.secret, link?.isOn];
};
const firstMinutes = (documents: Documents) => createFirstMinutes({ documents });
const runs = (documents: Documents) => createManualRuns({ documents, clock });
const registry = (documents: Documents) => createSourceRegistry({ documents, clock, log });
const rows = (documents: Documents) => createRowReports({ documents, clock, days: 30 });
const tokens = (documents: Documents) => createFormTokens({ documents, clock, key });
const token = tokens({} as Documents).issue(); // it is signed, and stored once it is spent
const place = { host: 'mail.example.com', user: 'scout', folder: 'INBOX' };
const county = { id: 'county', basis: 'Offered', address: 'https://county.example/feed', everySeconds: 60 };
const listSaved = async (documents: Documents) => (await documents.list<typeof county>('saved', { limit: 9 })).docs;
const saveFeed = async (documents: Documents, feed: typeof county) => {
  await documents.put('saved', feed);
  await registry(documents).declare('feed', feed);
};
const replaceAll: Write = (documents) => registry(documents).replaceAll('feed', () => listSaved(documents));
const rejected = (title: string) => ({
  raw: { title, link: 'https://example.com/1' },
  outcome: { kind: 'rejected' as const, reason: `No property: ${title}` },
  leftOut: [],
});
const recordPass = async (documents: Documents, state: string) => {
  const tracker = createScoutActivityTracker({ documents, clock, log });
  tracker.recordPass([state]);
  await tracker.stop();
};
const failed: FailedEvent = {
  id: 'mail:1',
  subscription: 'mail',
  position: startPosition,
  type: 'AlertsDelivered',
  stream: 'alert-1',
  error: 'No member ann',
  at: clock().toISOString(),
};
const bounce = { id: 'ann', userId: 'ann', status: '5.1.1', at: clock().toISOString() };
const answer = (accepted: number) => ({ accepted, duplicates: 0, review: [], rejected: [] });
const answerOnce = (documents: Documents, accepted: number) =>
  createIdempotentHandler(documents, clock)('msg-1', () => Promise.resolve(answer(accepted)));
const isPaid = (at: number) => ({ userId: 'ann', standing: 'paid' as const, at });

const cases: Record<string, Case> = {
  "a rotation of a webhook's secret and a change of its address": {
    setUp: (documents) => saveLink(documents, {}),
    first: rotate,
    second: move,
    read: readLink,
    expected: ['https://b.example', 'new', true],
  },
  "a change of a webhook's address and its switch": {
    setUp: (documents) => saveLink(documents, {}),
    first: move,
    second: (documents) => links(documents).switch('ann', false),
    read: readLink,
    expected: ['https://b.example', 'old', false],
  },
  'two steps of the first minute': {
    first: (documents) => firstMinutes(documents).update('ann', { isChannelChosen: true }),
    second: (documents) => firstMinutes(documents).update('ann', { isDismissed: true }),
    read: (documents) => firstMinutes(documents).find('ann'),
    expected: { isChannelChosen: true, isDismissed: true },
  },
  'passes of the scout over two states': {
    first: (documents) => recordPass(documents, 'MI'),
    second: (documents) => recordPass(documents, 'OH'),
    read: async (documents) =>
      (await documents.get<{ id: string; states: object }>('scout-activity', 'passes'))?.states,
    expected: { MI: clock().toISOString(), OH: clock().toISOString() },
  },
  'the end of a pass and the request of another': {
    setUp: async (documents) => {
      await runs(documents).request('county', 0);
      await runs(documents).markRunning('county');
    },
    first: (documents) => runs(documents).markDone('county'),
    second: (documents) => runs(documents).request('county', 0),
    read: (documents) => runs(documents).listRequested(),
    expected: ['county'],
  },
  'the declaration of a feed and what was sent in its name': {
    first: async (documents) => {
      registry(documents).register('county', 'webhook');
      await expect.poll(() => documents.get('registered-sources', 'county')).not.toBeNull();
    },
    second: (documents) => registry(documents).replaceAll('feed', () => Promise.resolve([county])),
    read: async (documents) => (await registry(documents).find('county'))?.flow,
    expected: 'pull',
  },
  'the declaration of all feeds and the change of one': {
    setUp: (documents) => saveFeed(documents, county),
    first: replaceAll,
    second: (documents) => saveFeed(documents, { ...county, everySeconds: 15 }),
    read: async (documents) => (await registry(documents).find('county'))?.everySeconds,
    expected: 15,
  },
  'the declaration of all feeds and the removal of one': {
    setUp: (documents) => saveFeed(documents, county),
    first: replaceAll,
    second: (documents) => documents.remove('saved', 'county').then(() => registry(documents).remove('county')),
    read: (documents) => registry(documents).find('county'),
    expected: null,
  },
  'a rejected row that changes and that an admin takes': {
    setUp: (documents) => rows(documents).record('county', [rejected('Boat')]),
    first: (documents) => rows(documents).record('county', [rejected('Big boat')]),
    second: async (documents) => {
      const { reports } = await rows(documents).list({}, { limit: 1 });
      await rows(documents).markTaken(reports[0]?.id ?? '');
    },
    read: async (documents) => (await rows(documents).list({}, { limit: 1 })).reports[0]?.takenAt,
    expected: clock().toISOString(),
  },
  'two uses of the token of a form': {
    first: (documents) => tokens(documents).spend(token, 'late'),
    second: (documents) => tokens(documents).spend(token, 'early'),
    read: (documents) => tokens(documents).inspect(token, 'late'),
    expected: 'used',
  },
  'two deliveries of one webhook message': {
    first: (documents) => answerOnce(documents, 1),
    second: (documents) => answerOnce(documents, 2),
    read: async (documents) => (await answerOnce(documents, 3)).answer.accepted,
    expected: 2,
  },
  'the request of a replay and the redaction of a deleted user': {
    setUp: (documents) => documents.put('failed-events', failed),
    first: (documents) => requestReplay({ documents, clock }, failed.id),
    second: (documents) => redactFailedEvents(documents, 'ann'),
    read: async (documents) => {
      const found = await documents.get<FailedEvent>('failed-events', failed.id);
      return [found?.error, found?.replayRequestedAt];
    },
    expected: ['No member [erased]', clock().toISOString()],
  },
  'the redaction of a deleted user and the request of a replay': {
    setUp: (documents) => documents.put('failed-events', failed),
    first: (documents) => redactFailedEvents(documents, 'ann'),
    second: (documents) => requestReplay({ documents, clock }, failed.id),
    read: async (documents) => {
      const found = await documents.get<FailedEvent>('failed-events', failed.id);
      return [found?.error, found?.replayRequestedAt];
    },
    expected: ['No member [erased]', clock().toISOString()],
  },
  'two readers of one mailbox': {
    first: (documents) => createMailboxProgress(documents, place, '1').advance(5, []),
    second: (documents) => createMailboxProgress(documents, place, '1').advance(9, []),
    read: (documents) => createMailboxProgress(documents, place, '1').readLastUid(),
    expected: 9,
  },
  'two states of a subscription of which the later came first': {
    first: (documents) => createSubscriptionIndex(documents).put('sub', isPaid(1), 1, 'cus'),
    second: (documents) => createSubscriptionIndex(documents).put('sub', { ...isPaid(2), standing: 'ended' }, 2, null),
    read: (documents) => documents.get('payment-subscriptions', 'sub'),
    expected: expect.objectContaining({ revision: 2, standing: 'ended' }),
  },
  'two first ends of the log of a subscription': {
    first: (documents) => ensureCheckpoint(documents, { head: () => Promise.resolve(7 as never) }, 'mail'),
    second: (documents) => ensureCheckpoint(documents, { head: () => Promise.resolve(5 as never) }, 'mail'),
    read: async (documents) => (await readCheckpoints(documents)).get('mail'),
    expected: 5,
  },
  'two calls of the model within its budget': {
    first: (documents) => createDailyBudget(documents, clock, 5).spend(),
    second: (documents) => createDailyBudget(documents, clock, 5).spend(),
    read: (documents) => documents.get('llm-calls', today),
    expected: { id: today, calls: 2 },
  },
  'two requests that count against one limit': {
    first: (documents) => createLimiter('login', { points: 5, seconds: 60 }, { documents, secret: 's' }).consume('ann'),
    second: (documents) =>
      createLimiter('login', { points: 5, seconds: 60 }, { documents, secret: 's' }).consume('ann'),
    read: async (documents) =>
      (await createLimiter('login', { points: 5, seconds: 60 }, { documents, secret: 's' }).get('ann'))?.consumedPoints,
    expected: 2,
  },
};

async function open(setUp: Write = () => Promise.resolve()): Promise<Documents> {
  const documents = openTemporaryDocuments();
  await setUp(documents);
  return documents;
}

it.each(Object.entries(cases))('Both are kept of %s, wherever they meet', async (_title, one) => {
  const runsDone = await interleave(
    () => open(one.setUp),
    one,
    async (documents) => expect(await one.read(documents)).toEqual(one.expected),
  );
  expect(runsDone).toBeGreaterThan(1);
});

it('A bounce that is recorded while an older one is cleared stays', async () => {
  const [was, is] = ['old@example.com', 'new@example.com'];
  const user = (email: string) => ({ id: 'ann', email });
  const address = async (documents: Documents, email: string) => {
    await documents.put('bounces', { ...bounce, address: hash('sha256', email, 'base64url') } as never);
  };
  await interleave(
    () => open((documents) => address(documents, was)),
    { first: (documents) => clearBounce(documents, user(was)), second: (documents) => address(documents, is) },
    async (documents) => expect(await isBouncing(documents, user(is))).toBe(true),
  );
});
