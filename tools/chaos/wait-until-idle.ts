import type { ListingView } from '#domain/listing/contract.ts';
import { delay } from '#server/lib/delay.ts';
import { type Actor, password } from './members.ts';
import { findHouses, type Outcome } from './outcome.ts';
import type { Processes } from './processes.ts';

const timeoutMs = 600_000;
/** Each poll counts what waits, which takes FerretDB a while: it reads all documents of a collection for a count. */
const pollMs = 2_000;
/** So often in a row nothing is left to do. */
const quietPolls = 2;
const waiting = /^(?:scout_queue_length|subscription_lag_events)(?:\{.*\})? [1-9].*$/gm;
const maxPages = 1_000;

/** Waits until no subscription is behind and no message waits; resolves with what is left at the end of its patience. */
export async function waitUntilIdle(
  { running }: Pick<Processes, 'running'>,
  what: 'before the next morning' | 'all',
): Promise<string[]> {
  const isDue = (line: string) => what === 'all' || !line.includes('digests');
  const until = performance.now() + timeoutMs;
  let left: string[] = [];
  for (let quiet = 0; quiet < quietPolls && performance.now() < until; ) {
    left = [];
    for (const { url } of running) left.push(...(await readWaiting(url)).filter(isDue));
    quiet = left.length === 0 ? quiet + 1 : 0;
    await delay(pollMs);
  }
  return left;
}

async function readWaiting(url: string): Promise<string[]> {
  const metrics = await fetch(`${url}/metrics`).then(
    // A process that cannot tell is not idle.
    (response) => (response.ok ? response.text() : `scout_queue_length{error="${response.status}"} 1`),
    (error: unknown) => `scout_queue_length{error="${String(error)}"} 1`,
  );
  return metrics.match(waiting) ?? [];
}

/** The dashboards of members as the API shows them, and the status of the answer to those who left. */
export async function readPages(url: () => string, actors: Actor[]) {
  const dashboards: Outcome['dashboards'] = new Map();
  let statusAfter = 0;
  for (const actor of actors) {
    if (actor.part === 'leaver') {
      const response = await actor.send('GET', '/api/listings');
      const signedIn = await actor.send('POST', '/api/login', { email: actor.email, password });
      statusAfter = Math.min(response.status, signedIn.status);
    } else dashboards.set(`${actor.id}@api`, await readDashboard(url, actor.cookie()));
  }
  return { dashboards, statusAfter };
}

async function readDashboard(url: () => string, cookie: string): Promise<string[]> {
  const houses: string[] = [];
  let path = '/api/listings?limit=100';
  for (let page = 0; page < maxPages; page += 1) {
    const response = await fetch(url() + path, { headers: { cookie } });
    if (!response.ok) return [`status ${response.status}`];
    const listings = (await response.json()) as ListingView[]; // as the contract says
    houses.push(...listings.map(({ title }) => findHouses(title)[0] ?? title));
    const next = /<([^>]+)>;\s*rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
    if (next === undefined) return houses;
    path = next.replace(/^https?:\/\/[^/]+/, '');
  }
  return houses;
}
