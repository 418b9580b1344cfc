import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { emailKey } from '#domain/user/email-key.ts';
import type { Config } from '#server/platform/config/config.ts';
import { Problem } from './problem.ts';
import type { Rate } from '#server/platform/config/rate.ts';

// Many accounts may be tried from one address (an office); decisions.md: 50 where an account has 10.
const accountsOfAddress = 5;

/** What counts against whom. Each method throws Problem 429 with Retry-After when the limit is reached. */
export type Limits = ReturnType<typeof createLimits>;

export function createLimits(rates: Config['rates']) {
  const account = limiter(rates.login);
  const address = limiter({ ...rates.login, points: rates.login.points * accountsOfAddress });
  const registrations = limiter(rates.register);
  const forgotten = limiter(rates.forgot);
  const visits = limiter(rates.visit);
  const offers = limiter(rates.sell);
  const reveals = limiter(rates.reveal);
  const calls = limiter(rates.api);
  return {
    register: (from: string) => consume(registrations, from, 'Too many registrations.'),
    forgot: (from: string) => consume(forgotten, from, 'Too many requests for a password.'),
    visit: (from: string) => consume(visits, from, 'Too many visits.'),
    sell: (from: string) => consume(offers, from, 'Too many offers.'),
    reveal: (admin: string) => consume(reveals, admin, 'Too many passwords were shown.'),
    api: (session: string) => consume(calls, session, 'Too many requests.'),

    /**
     * Runs a check of a password and counts it if it fails; a success clears the account's count. `verify` calls
     * `begin` when its turn has come: until the result is known the try counts as failed, so that no crowd of
     * guesses slips through at once.
     */
    login: async (
      email: string,
      from: string,
      verify: (begin: () => Promise<void>) => Promise<boolean>,
    ): Promise<boolean> => {
      const pair = `${from} ${emailKey(email)}`;
      refuseSpent(await account.get(pair), account.points);
      refuseSpent(await address.get(from), address.points);
      const undo: (() => Promise<unknown>)[] = [];
      try {
        const right = await verify(async () => {
          await consume(account, pair, signIns);
          await consume(address, from, signIns);
          undo.push(
            () => account.reward(pair),
            () => address.reward(from),
          );
        });
        if (right) await Promise.all([account.delete(pair), address.reward(from)]);
        return right;
      } catch (error) {
        for (const step of undo) await step();
        throw error;
      }
    },
  };
}

const signIns = 'Too many sign-in attempts.';

function limiter({ points, seconds }: Rate): RateLimiterMemory {
  return new RateLimiterMemory({ points, duration: seconds });
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
  return new Problem(429, `${sentence} Please try again in ${count} ${unit}${plural}.`, {
    'Retry-After': String(seconds),
  });
}
