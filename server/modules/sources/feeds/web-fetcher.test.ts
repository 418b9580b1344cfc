import { createServer, type Server } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lookupPublicAddress } from '#server/lib/network/public-address.ts';
import { createWebFetcher, type WebFetcher } from './web-fetcher.ts';

/** 'site.example' counts as a public host that is served here; all other names are looked up normally. */
const lookup: LookupFunction = (host, options, callback) => {
  if (host !== 'site.example') lookupPublicAddress(host, options, callback);
  else if (options.all) callback(null, [{ address: '127.0.0.1', family: 4 }]);
  else callback(null, '127.0.0.1', 4);
};

describe('a public site that redirects to private addresses', () => {
  let web: Server;
  let port: number;
  let fetching: WebFetcher;
  let asked: string[];
  let location: string;
  beforeEach(async () => {
    asked = [];
    web = createServer((request, response) => {
      asked.push(String(request.url));
      if (request.url === '/feed') response.writeHead(302, { location }).end();
      else response.end('secret');
    });
    await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
    port = (web.address() as AddressInfo).port; // it listens on TCP
    fetching = createWebFetcher(lookup);
  });
  afterEach(async () => {
    await fetching.close();
    web.close();
  });

  const get = () =>
    fetching.get(new URL(`http://site.example:${port}/feed`), {
      signal: new AbortController().signal,
      allowPrivate: false,
      limits: { seconds: 60, bytes: 1000, redirects: 5 },
    });

  it.each(['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '0x7f.1', '2130706433', '0.0.0.0'])(
    'A public site that redirects to private addresses is not followed to %s',
    async (host) => {
      location = `http://${host}:${port}/inside`;
      await expect(get()).rejects.toThrow(/ is not a public address: .*allowPrivate/);
      expect(asked).toEqual(['/feed']);
    },
  );

  it.each(['169.254.169.254', '10.1.2.3', '192.168.0.1', '[fd00::1]', '[64:ff9b::7f00:1]'])(
    'A public site that redirects to private addresses is not followed to %s either',
    async (host) => {
      location = `http://${host}/latest/meta-data`;
      await expect(get()).rejects.toThrow(/ is not a public address/);
    },
  );

  it('A public site that redirects to private addresses is followed within itself', async () => {
    location = '/inside';
    expect(await get()).toMatchObject({ status: 200, address: `http://site.example:${port}/inside` });
  });
});
