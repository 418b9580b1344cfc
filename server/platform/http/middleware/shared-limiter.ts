import { createHmac } from 'node:crypto';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { documentSpaces } from '#projections/store/document-spaces.ts';
import type { Doc, Documents } from '#projections/store/port.ts';
import { updateDocument } from '#projections/store/update-document.ts';
import type { Rate } from '#server/platform/config/rate.ts';

/** What the limits need of a limiter. `consume` also resolves past the limit, with more points than `points`. */
export type Limiter = Pick<RateLimiterMemory, 'points' | 'consume' | 'get' | 'reward' | 'delete'>;
export type SharedCounts = {
  documents: Pick<Documents, 'get' | 'compareAndSet' | 'remove'>;
  /** Keys are addresses and emails, so that only their pseudonyms are stored. */
  secret: string;
};

const space = documentSpaces.rateCounts;
type CountDoc = Doc & { count: number; resetsAt: number };

/** Counts for all processes of an installation in the documents; in memory where `shared` is null. */
export function createLimiter(name: string, { points, seconds }: Rate, shared: SharedCounts | null): Limiter {
  if (shared === null) return createMemoryLimiter({ points, seconds });
  const { documents, secret } = shared;
  const toId = (key: string | number) => createHmac('sha256', secret).update(`${name} ${key}`).digest('base64url');
  const toCurrent = (countDoc: CountDoc | null) =>
    countDoc !== null && countDoc.resetsAt > Date.now() ? countDoc : null;

  const add = async (id: string, change: number): Promise<RateLimiterRes> => {
    const expires = ({ resetsAt }: CountDoc) => resetsAt;
    const count = (countDoc: CountDoc | null): CountDoc => {
      const { count: before, resetsAt } = toCurrent(countDoc) ?? { count: 0, resetsAt: Date.now() + seconds * 1000 };
      return { id, count: before + change, resetsAt };
    };
    return toResult(await updateDocument(documents, { space, id, expires }, count));
  };
  const toResult = ({ count, resetsAt }: CountDoc) =>
    new RateLimiterRes(Math.max(0, points - count), Math.max(0, resetsAt - Date.now()), count, count === 1);

  return {
    points,
    consume: (key) => add(toId(key), 1),
    get: async (key) => {
      const current = toCurrent(await documents.get<CountDoc>(space, toId(key)));
      return current && toResult(current);
    },
    reward: (key) => add(toId(key), -1),
    delete: async (key) => {
      await documents.remove(space, toId(key));
      return true;
    },
  };
}

function createMemoryLimiter({ points, seconds }: Rate): Limiter {
  const limiter = new RateLimiterMemory({ points, duration: seconds });
  return {
    points,
    consume: (key) =>
      limiter.consume(key).catch((result: unknown) => {
        if (result instanceof RateLimiterRes) return result;
        throw result;
      }),
    get: (key) => limiter.get(key),
    reward: (key) => limiter.reward(key),
    delete: (key) => limiter.delete(key),
  };
}
