import type { Logger } from 'pino';
import type { PushMessage } from '#domain/alert/push.contract.ts';
import type { Position } from '#domain/shared/decider.ts';
import { listAll } from '#projections/store/list-all.ts';
import type { Documents } from '#projections/store/port.ts';
import type { Clock } from '#server/lib/clock.ts';
import { createDelayedQueue } from '#server/lib/delayed-queue.ts';
import { watchOutbox } from '#server/platform/outbox/outbox-signals.ts';
import { createPushRequest } from './push-message.ts';
import type { PushSubscriptions, SubscriptionDoc } from './subscriptions.ts';
import type { PushResponse, PushTransport } from './push-transport.ts';
import type { VapidKeys } from './vapid-keys.ts';
import { documentSpaces } from '#server/platform/documents/document-spaces.ts';

export const pushSpace = documentSpaces.pushOutbox;
const state = 'waiting';
const maxConcurrentSends = 8;
const maxTries = 6;
const secondMs = 1000;
const dayMs = 24 * 60 * 60 * secondMs;
/** Pushes older than a day are dropped. */
const ttlMs = dayMs;
/** Dead pushes are kept this long for admins. */
const deadLetterTtlMs = 30 * dayMs;

/** One push to one browser, until it is sent or given up; `position` is that of its alert. Times are ms since 1970. */
export type PushJob = {
  id: string;
  /** `dead` where it was given up; `error` says why. */
  state: typeof state | 'dead';
  error?: string;
  subscriptionId: string;
  userId: string;
  position: Position;
  message: PushMessage;
  tries: number;
  due: number;
  createdAt: number;
};

export type NewPush = Pick<PushJob, 'id' | 'subscriptionId' | 'userId' | 'position' | 'message'>;

type PushSenderDeps = {
  documents: Documents;
  subscriptions: PushSubscriptions;
  keys: () => Promise<VapidKeys>;
  transport: PushTransport;
  /** The earliest time at which a user may be notified, in ms since 1970; null for never again. */
  findSendTime: (userId: string) => Promise<number | null>;
  clock: Clock;
  log: Logger;
  /** ms before the next try, after this many. */
  pauseAfter?: (tries: number) => number;
};

/** 10 s, 40 s, 160 s ..., and up to a fifth longer, so that pushes that failed together are not retried together. */
const defaultPauseMs = (tries: number) => 10 * secondMs * 4 ** (tries - 1) * (1 + Math.random() / 5);

/** How many pushes wait to be sent. */
export function countWaitingPushes(documents: Documents): Promise<number> {
  return documents.count(pushSpace, { state });
}

/** The outbox of pushes, durable until they are sent: a push is retried after a pause, and no crash loses one. */
export function createPushSender(parts: PushSenderDeps) {
  const { documents, transport, clock, log, pauseAfter = defaultPauseMs } = parts;
  const attempt = createAttempt(parts, pauseAfter);
  const queue = createDelayedQueue({ concurrency: maxConcurrentSends, clock });
  let waking: ReturnType<typeof watchOutbox> | null = null;

  const run = async (job: PushJob) => {
    try {
      const later = await attempt(job);
      if (later !== null) schedule(later);
    } catch (error) {
      log.warn({ err: error }, 'Failed to process a push; retrying');
      schedule({ ...job, due: clock().getTime() + pauseAfter(1) });
    }
  };
  const schedule = (job: PushJob) => queue.schedule(job.due, () => run(job));

  return {
    /** Durable when it resolves, and not sent yet; adding the same push again has no effect. */
    put: async (push: NewPush): Promise<PushJob> => {
      const now = clock().getTime();
      const job: PushJob = { ...push, state, tries: 0, due: now, createdAt: now };
      await documents.put(pushSpace, job);
      return job;
    },
    send: (jobs: PushJob[]) => {
      for (const job of jobs) schedule(job);
    },
    /** Resumes what the previous process left. Pushes beyond `position` were never sent, and are added again. */
    resume: async (position: Position): Promise<void> => {
      const begun = new Map<string, number>();
      for (const job of await listAll<PushJob>(documents, pushSpace, { state })) {
        if (job.position > position) continue;
        begun.set(job.id, job.due);
        schedule(job);
      }
      const find = (id: string) => documents.get<PushJob>(pushSpace, id);
      waking = watchOutbox({ documents, log, space: pushSpace, find, begun }, schedule);
    },
    stop: async (): Promise<void> => {
      await waking?.stop();
      await Promise.all([queue.stop(), transport.close()]);
    },
  };
}

/** One try of a job. Resolves with the job as it is to be retried, null when it is settled. */
function createAttempt(
  { documents, subscriptions, keys, transport, findSendTime, clock, log }: PushSenderDeps,
  pauseAfter: (tries: number) => number,
) {
  /** The browser that is still subscribed. */
  const receiverOf = async (job: PushJob): Promise<SubscriptionDoc | null> => {
    const to = await subscriptions.find(job.subscriptionId);
    if (to?.userId !== job.userId || clock().getTime() - job.createdAt >= ttlMs) return null;
    if (await subscriptions.isAlive(to)) return to;
    await subscriptions.remove(to.id);
    return null;
  };

  const send = async ({ message }: PushJob, to: SubscriptionDoc): Promise<PushResponse> => {
    try {
      return await transport.send(await createPushRequest(message, to, await keys()));
    } catch (error) {
      // Neither a browser's address nor what the libraries say of it belongs in the log.
      log.debug({ code: error instanceof Error ? error.name : 'unknown' }, 'Failed to reach the push service');
      return { status: 0, retryAfter: null };
    }
  };

  const giveUp = async (job: PushJob, status: number): Promise<null> => {
    log.warn({ user: job.userId, status, tries: job.tries + 1 }, 'Gave up sending the push');
    const error =
      status === 0 ? 'The push service could not be reached' : `The push service answered with status ${status}`;
    const now = clock().getTime();
    const dead: PushJob = { ...job, state: 'dead', tries: job.tries + 1, due: now, error };
    await documents.put(pushSpace, dead, now + deadLetterTtlMs);
    return null;
  };

  const laterThan = async (job: PushJob, retryAfter: number | null): Promise<PushJob> => {
    const tries = job.tries + 1;
    const pause = Math.max(pauseAfter(tries), (retryAfter ?? 0) * secondMs);
    const later = { ...job, tries, due: clock().getTime() + pause };
    await documents.put(pushSpace, later);
    return later;
  };

  const held = async (job: PushJob, due: number): Promise<PushJob> => {
    const later = { ...job, due };
    await documents.put(pushSpace, later);
    return later;
  };

  return async (job: PushJob): Promise<PushJob | null> => {
    const from = await findSendTime(job.userId);
    if (from !== null && from > clock().getTime()) return held(job, from);
    const to = from === null ? null : await receiverOf(job);
    const { status, retryAfter } = to === null ? unwanted : await send(job, to);
    const outcome = outcomeOf(status);
    if (outcome === 'again' && job.tries + 1 < maxTries) return laterThan(job, retryAfter);
    if (outcome === 'again' || outcome === 'refused') return giveUp(job, status);
    if (outcome === 'gone') await subscriptions.remove(job.subscriptionId);
    await documents.remove(pushSpace, job.id);
    return null;
  };
}

/** A push that is no longer of use counts as sent. */
const unwanted: PushResponse = { status: 204, retryAfter: null };

/** 404 and 410 mean that the browser has unsubscribed. */
function outcomeOf(status: number): 'sent' | 'gone' | 'refused' | 'again' {
  if (status >= 200 && status < 300) return 'sent';
  if (status === 404 || status === 410) return 'gone';
  return status === 0 || status === 429 || status >= 500 ? 'again' : 'refused';
}
