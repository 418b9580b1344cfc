import type { RateLimiterRes } from 'rate-limiter-flexible';
import { toEmailKey } from '#domain/user/email-key.ts';
import type { Config } from '#server/platform/config/config.ts';
import { HttpError } from './http-error.ts';
import { createLimiter, type Limiter, type SharedCounts } from './shared-limiter.ts';

// Many accounts may be tried from one address (an office); decisions.md: 50 where an account has 10.
const accountsPerAddress = 5;
// Six each, and as many that were removed or tried again.
const picturesPerOffer = 12;

/**
 * The counters of each limit, in memory or `shared` by all processes. Each method throws HttpError 429 with Retry-After
 * when the limit is reached.
 */
export type RateLimits = ReturnType<typeof createRateLimits>;

export function createRateLimits(rates: Config['rates'], shared: SharedCounts | null = null) {
  const limiter = (name: keyof Config['rates']) => createLimiter(name, rates[name], shared);
  const [account, registrations, forgotPassword] = [limiter('login'), limiter('register'), limiter('forgot')];
  const [visits, offers, reveals] = [limiter('visit'), limiter('sell'), limiter('reveal')];
  const [calls, facts, tests] = [limiter('api'), limiter('facts'), limiter('test')];
  const sharedListings = createLimiter('shared listings', rates.api, shared);
  const ceremonies = createLimiter('ceremonies', rates.api, shared);
  const addressRate = { ...rates.login, points: rates.login.points * accountsPerAddress };
  const address = createLimiter('address', addressRate, shared);
  const pictureRate = { ...rates.sell, points: rates.sell.points * picturesPerOffer };
  const offerPictures = createLimiter('offer pictures', pictureRate, shared);
  return {
    register: (from: string) => consume(registrations, from, 'Too many registrations.'),
    forgot: (from: string) => consume(forgotPassword, from, 'Too many requests for a password.'),
    visit: (from: string) => consume(visits, from, 'Too many visits.'),
    sell: (from: string) => consume(offers, from, 'Too many offers.'),
    offerPicture: (from: string) => consume(offerPictures, from, 'Too many pictures.'),
    reveal: (admin: string) => consume(reveals, admin, 'Too many passwords were shown.'),
    test: (user: string) => consume(tests, user, 'Too many test alerts.'),
    /** Of a passkey, by someone who is not signed in. */
    ceremony: (from: string) => consume(ceremonies, from, 'Too many requests.'),
    sharedListing: (from: string) => consume(sharedListings, from, 'Too many requests.'),
    api: (session: string) => consume(calls, session, 'Too many requests.'),
    /** Each change is an event that is kept permanently, and read again with the account. */
    change: (user: string) => consume(facts, user, 'Too many changes of this account.'),

    /**
     * Runs a check of a password and counts it if it fails; a success clears the account's count. `verify` calls
     * `begin` when its turn has come: until the result is known the try counts as failed, so that concurrent guesses
     * cannot exceed the limit.
     */
    login: async (
      email: string,
      from: string,
      verify: (begin: () => Promise<void>) => Promise<boolean>,
    ): Promise<boolean> => {
      const pair = `${from} ${toEmailKey(email)}`;
      assertPointsLeft(await account.get(pair), account.points);
      assertPointsLeft(await address.get(from), address.points);
      const undo: (() => Promise<unknown>)[] = [];
      try {
        const right = await verify(async () => {
          await consume(account, pair, tooManySignIns);
          await consume(address, from, tooManySignIns);
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

const tooManySignIns = 'Too many sign-in attempts.';

async function consume(limits: Limiter, key: string, sentence: string): Promise<void> {
  const { consumedPoints, msBeforeNext } = await limits.consume(key);
  if (consumedPoints > limits.points) throw createTooManyError(sentence, msBeforeNext);
}

function assertPointsLeft(count: RateLimiterRes | null, points: number): void {
  if (count && count.consumedPoints >= points && count.msBeforeNext > 0)
    throw createTooManyError(tooManySignIns, count.msBeforeNext);
}

function createTooManyError(sentence: string, wait: number): HttpError {
  const seconds = Math.max(1, Math.ceil(wait / 1000));
  const [count, unit] = seconds < 90 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
  const plural = count === 1 ? '' : 's';
  return new HttpError(429, `${sentence} Please try again in ${count} ${unit}${plural}.`, {
    'Retry-After': String(seconds),
  });
}
