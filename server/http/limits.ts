import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Config } from '../config.ts';
import { Problem } from './problem.ts';
import type { Rate } from './rate.ts';

// Many accounts may be tried from one address (an office); decisions.md: 50 where an account has 10.
const accountsOfAddress = 5;

/** What counts against whom. Each method throws Problem 429 with Retry-After when the limit is reached. */
export type Limits = ReturnType<typeof createLimits>;

export function createLimits(rates: Config['rates']) {
  const account = limiter(rates.login);
  const address = limiter({ ...rates.login, points: rates.login.points * accountsOfAddress });
  const registrations = limiter(rates.register);
  const calls = limiter(rates.api);
  return {
    register: (from: string) => consume(registrations, from, 'Too many registrations.'),
    api: (session: string) => consume(calls, session, 'Too many requests.'),

    /** Refuses at once where the failures already stand at the limit. */
    checkLogin: async (email: string, from: string) => {
      refuseSpent(await account.get(pair(email, from)), rates.login.points);
      refuseSpent(await address.get(from), rates.login.points * accountsOfAddress);
    },

    /** Counts a try as failed until it turns out otherwise. */
    beginLogin: async (email: string, from: string): Promise<LoginTry> => {
      await consume(account, pair(email, from), signIns);
      await consume(address, from, signIns);
      return {
        succeeded: async () => {
          await account.delete(pair(email, from));
          await address.reward(from);
        },
        neverHappened: async () => {
          await account.reward(pair(email, from));
          await address.reward(from);
        },
      };
    },
  };
}

export type LoginTry = { succeeded: () => Promise<void>; neverHappened: () => Promise<void> };

const signIns = 'Too many sign-in attempts.';

function limiter({ points, seconds }: Rate): RateLimiterMemory {
  return new RateLimiterMemory({ points, duration: seconds });
}

function pair(email: string, from: string): string {
  return `${from} ${email.toLowerCase()}`;
}

async function consume(limits: RateLimiterMemory, key: string, sentence: string): Promise<void> {
  try {
    await limits.consume(key);
  } catch (error) {
    if (error instanceof RateLimiterRes) throw tooMany(sentence, error.msBeforeNext);
    throw error;
  }
}

function refuseSpent(count: RateLimiterRes | null, points: number): void {
  if (count && count.consumedPoints >= points && count.msBeforeNext > 0) throw tooMany(signIns, count.msBeforeNext);
}

function tooMany(sentence: string, wait: number): Problem {
  const seconds = Math.max(1, Math.ceil(wait / 1000));
  const [count, unit] = seconds < 90 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
  const plural = count === 1 ? '' : 's';
  return new Problem(429, `${sentence} Please try again in ${count} ${unit}${plural}.`, { 'Retry-After': String(seconds) });
}
