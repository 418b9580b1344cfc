import robotsParser from 'robots-parser';
import { FeedError } from '../feed-config/feed-error.ts';
import { type FetchOptions, type WebFetcher, userAgent } from './web-fetcher.ts';

const cacheTtlMs = 60 * 60 * 1000;
const maxRobotsBytes = 500_000;

type Robot = ReturnType<typeof robotsParser>;
type Rules = { robot: Robot; expiresAt: number };

/**
 * Whether sites allow reading by their robots.txt (RFC 9309): a missing one allows everything, an unreadable one
 * nothing.
 */
export function createRobotsCheck(fetching: WebFetcher) {
  const rulesByOrigin = new Map<string, Rules>();

  const getRobot = async (url: URL, options: FetchOptions): Promise<Robot> => {
    const cached = rulesByOrigin.get(url.origin);
    if (cached && cached.expiresAt > Date.now()) return cached.robot;
    const address = new URL('/robots.txt', url);
    const limits = { ...options.limits, bytes: maxRobotsBytes };
    const { status, bytes } = await fetching.get(address, { ...options, headers: {}, limits }).catch(rethrowForRobots);
    if (status >= 500)
      throw new FeedError(`The robots.txt of ${url.host} cannot be read now, so nothing is read there`);
    const robot = robotsParser(address.href, status >= 200 && status < 300 ? bytes.toString() : '');
    rulesByOrigin.set(url.origin, { robot, expiresAt: Date.now() + cacheTtlMs });
    return robot;
  };

  /** Throws FeedError if the site does not allow reading. */
  return async (url: URL, options: FetchOptions): Promise<void> => {
    const robot = await getRobot(url, options);
    if (robot.isAllowed(url.href, userAgent) === false) {
      throw new FeedError(`The robots.txt of ${url.host} forbids reading ${url.pathname}`);
    }
  };
}

function rethrowForRobots(error: unknown): never {
  if (!(error instanceof FeedError)) throw error;
  throw new FeedError(`${error.message} (asked for its robots.txt)`, { cause: error });
}
