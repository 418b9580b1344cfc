import robotsParser from 'robots-parser';
import { FeedFailure } from '../feed-config/failure.ts';
import { type Asked, type Fetching, userAgent } from './fetching.ts';

const keptFor = 60 * 60 * 1000;
const largest = 500_000;

type Robot = ReturnType<typeof robotsParser>;
type Rules = { robot: Robot; until: number };

/** Whether sites let us read, by their robots.txt (RFC 9309): none lets all, one that cannot be read now nothing. */
export function createRobots(fetching: Fetching) {
  const known = new Map<string, Rules>();

  const rulesOf = async (url: URL, asked: Asked): Promise<Robot> => {
    const kept = known.get(url.origin);
    if (kept && kept.until > Date.now()) return kept.robot;
    const address = new URL('/robots.txt', url);
    const limits = { ...asked.limits, bytes: largest };
    const { status, bytes } = await fetching.get(address, { ...asked, headers: {}, limits }).catch(tellWhatFor);
    if (status >= 500)
      throw new FeedFailure(`The robots.txt of ${url.host} cannot be read now, so nothing is read there`);
    const robot = robotsParser(address.href, status >= 200 && status < 300 ? bytes.toString() : '');
    known.set(url.origin, { robot, until: Date.now() + keptFor });
    return robot;
  };

  /** Throws FeedFailure where the site does not let us. */
  return async (url: URL, asked: Asked): Promise<void> => {
    const robot = await rulesOf(url, asked);
    if (robot.isAllowed(url.href, userAgent) === false) {
      throw new FeedFailure(`The robots.txt of ${url.host} forbids reading ${url.pathname}`);
    }
  };
}

function tellWhatFor(error: unknown): never {
  if (!(error instanceof FeedFailure)) throw error;
  throw new FeedFailure(`${error.message} (asked for its robots.txt)`, { cause: error });
}
