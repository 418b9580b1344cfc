import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Intake } from '#server/modules/intake/pipeline/intake.ts';
import { openHouse } from '#server/modules/alerts/matching/testing/house.ts';
import { openSources } from '../../registry/sources.ts';
import { readFeeds } from '../../feed-config/config.ts';
import { type Feeds, openFeeds, startFeeds } from '../../feeds.ts';

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;
type Taken = { title?: string; link?: string; price?: string; zipCode?: string };

export const header = 'Parcel,Address,Zip,Bid\n';
export const csv = `${header}7,"12 Elm St, rear",48204,"$1,500"\n8,14 Oak St,48205,900\n`;
export const mapping = { title: '{Address}', link: 'https://c.example.com/{Parcel}', price: '{Bid}', zipCode: '{Zip}' };
const county = { id: 'county', basis: 'public record', kind: 'csv', everySeconds: 60, mapping };
const webLimits = { seconds: 1, bytes: 100_000, redirects: 5 };

export const text =
  (body: string | Buffer, headers: Record<string, string> = {}): Answer =>
  (_request, response) =>
    response.writeHead(200, headers).end(body);

export type Reading = Awaited<ReturnType<typeof openReading>>;

/** A site that answers by path, a folder, and an intake that notes what it is given. */
export async function openReading() {
  const house = await openHouse();
  const folder = await mkdtemp(join(tmpdir(), 'feeds-'));
  const answers: Record<string, Answer> = {};
  const asked: IncomingMessage[] = [];
  const taken: Taken[] = [];
  const { web, port } = await site(answers, asked);
  const accept: Intake['take'] = (_source, items) => {
    taken.push(...(items as Taken[])); // what the mappings below make
    return Promise.resolve({ accepted: items.length, duplicates: 0, review: [], rejected: [] });
  };
  let take = accept;
  let feeds: Feeds | null = null;

  const described = async (feed: object) => {
    const file = join(folder, 'feeds.json');
    await writeFile(file, JSON.stringify([{ ...county, ...feed }]));
    return readFeeds(file);
  };
  const parts = { ...house, intake: { take: (...given: Parameters<typeof take>) => take(...given) }, webLimits };
  const read = async (feed: object) => {
    await feeds?.stop();
    feeds = openFeeds(await described(feed), parts);
    return feeds.runOnce('county');
  };

  return {
    house,
    answers,
    asked,
    taken,
    port,
    /** How the intake answers from now on; as at the start without one. */
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
    begin: async (feed: object) => {
      feeds = await startFeeds(await described(feed), { ...parts, sources: openSources(house) });
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

async function site(answers: Record<string, Answer>, asked: IncomingMessage[]) {
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
