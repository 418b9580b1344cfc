import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Intake } from '#server/modules/intake/pipeline/intake.ts';
import { openTestStores } from '#server/modules/alerts/matching/testing/test-stores.ts';
import { createSourceServices } from '../../registry/source-services.ts';
import { type Feed, readFeeds } from '../../feed-config/config.ts';
import { type Feeds, createFeeds, type ScheduledFeedsDeps, startFeeds } from '../../feeds.ts';

export type RequestAnswer = (request: IncomingMessage, response: ServerResponse) => void;
type TakenItem = { title?: string; link?: string; price?: string; zipCode?: string };

export const csvHeader = 'Parcel,Address,Zip,Bid\n';
export const csvText = `${csvHeader}7,"12 Elm St, rear",48204,"$1,500"\n8,14 Oak St,48205,900\n`;
export const countyMapping = {
  title: '{Address}',
  link: 'https://c.example.com/{Parcel}',
  price: '{Bid}',
  zipCode: '{Zip}',
};
const county = { id: 'county', basis: 'public record', kind: 'csv', everySeconds: 60, mapping: countyMapping };

export const answerText =
  (body: string | Buffer, headers: Record<string, string> = {}): RequestAnswer =>
  (_request, response) =>
    response.writeHead(200, headers).end(body);

type ListSaved = ScheduledFeedsDeps['savedFeeds']['list'];
export type FeedFixture = Awaited<ReturnType<typeof startFeedFixture>>;

/** A site that answers by path, a folder, and an intake that records its items. */
export async function startFeedFixture() {
  const house = await openTestStores();
  const folder = await mkdtemp(join(tmpdir(), 'feeds-'));
  const answers: Record<string, RequestAnswer> = {};
  const asked: IncomingMessage[] = [];
  const taken: TakenItem[] = [];
  const { web, port } = await startSite(answers, asked);
  // Longer than a busy machine takes to answer a request to itself.
  const webLimits = { seconds: 60, bytes: 100_000, redirects: 5 };
  const accept: Intake['take'] = (_source, items) => {
    taken.push(...(items as TakenItem[])); // the shape that the mappings below produce
    return Promise.resolve({ accepted: items.length, duplicates: 0, review: [], rejected: [] });
  };
  let take = accept;
  let feeds: Pick<Feeds, 'stop'> | null = null;

  const writeFeeds = async (feed: object) => {
    const file = join(folder, 'feeds.json');
    await writeFile(file, JSON.stringify([{ ...county, ...feed }]));
    return readFeeds(file);
  };
  const parts = { ...house, intake: { take: (...given: Parameters<typeof take>) => take(...given) }, webLimits };
  const read = async (feed: object) => {
    await feeds?.stop();
    const reader = createFeeds(await writeFeeds(feed), parts);
    feeds = reader;
    return reader.runOnce('county');
  };

  return {
    house,
    answers,
    asked,
    taken,
    port,
    webLimits,
    /** Sets how the intake answers from now on; without an argument, as at the start. */
    takeBy: (other: Intake['take'] = accept) => {
      take = other;
    },
    read,
    fromFile: async (content: string | Buffer, more: object = {}) => {
      await writeFile(join(folder, 'list'), content);
      return read({ file: 'list', ...more });
    },
    fromWeb: (path = '/list.csv', more: object = {}) =>
      read({ url: `http://127.0.0.1:${port}${path}`, allowPrivate: true, ...more }),
    pathOf: (name: string) => join(folder, name),
    /** Reads a feed as FEEDS describes it, or none; `listSaved` gives the feeds that admins have saved by then. */
    begin: async (feed: object | null, listSaved: ListSaved = () => Promise.resolve([])) => {
      feeds = startScheduled(feed ? await writeFeeds(feed) : [], { ...parts, listSaved });
    },
    stop: async () => {
      await feeds?.stop();
      feeds = null;
    },
    close: async () => {
      await feeds?.stop();
      web.closeAllConnections();
      web.close();
      await house.close();
      await rm(folder, { recursive: true });
    },
  };
}

function startScheduled(
  configured: Feed[],
  {
    listSaved,
    ...parts
  }: Omit<ScheduledFeedsDeps, 'sources' | 'savedFeeds'> &
    Parameters<typeof createSourceServices>[0] & { listSaved: ListSaved },
) {
  const savedFeeds = { list: listSaved, removeUnused: () => Promise.resolve() };
  return startFeeds(configured, { ...parts, savedFeeds, sources: createSourceServices(parts) });
}

async function startSite(answers: Record<string, RequestAnswer>, asked: IncomingMessage[]) {
  const web = createServer((request, response) => {
    asked.push(request);
    const answer = answers[request.url ?? ''];
    if (answer) answer(request, response);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  const { port } = web.address() as AddressInfo; // it listens on TCP
  return { web, port };
}
