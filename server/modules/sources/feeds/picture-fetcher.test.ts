import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type PictureFetcher, PictureGone } from '#server/modules/pictures/index.ts';
import { lookupPublicAddress } from '#server/lib/network/public-address.ts';
import { createPictureFetcher } from './picture-fetcher.ts';
import { createWebFetcher } from './web-fetcher.ts';

/** 'site.example' counts as a public host that is served here; all other names are looked up normally. */
const lookup: LookupFunction = (host, options, callback) => {
  if (host !== 'site.example') lookupPublicAddress(host, options, callback);
  else if (options.all) callback(null, [{ address: '127.0.0.1', family: 4 }]);
  else callback(null, '127.0.0.1', 4);
};

describe('a picture on a site', () => {
  let web: Server;
  let site: string;
  let fetcher: PictureFetcher;
  let robots: string;
  beforeEach(async () => {
    robots = '';
    web = createServer((request, response) => {
      const { port } = web.address() as AddressInfo; // it listens on TCP
      if (request.url === '/robots.txt') response.end(robots);
      else if (request.url === '/picture') response.end('bytes');
      else if (request.url === '/moved') response.writeHead(302, { location: '/picture' }).end();
      else if (request.url === '/inside')
        response.writeHead(302, { location: `http://127.0.0.1:${port}/picture` }).end();
      else if (request.url === '/busy') response.writeHead(429).end();
      else if (request.url === '/huge') response.writeHead(200, { 'content-length': '15000001' }).end();
      else response.writeHead(404).end();
    });
    web.listen(0, '127.0.0.1');
    await once(web, 'listening');
    site = `http://site.example:${(web.address() as AddressInfo).port}`;
    fetcher = createPictureFetcher(createWebFetcher(lookup));
  });
  afterEach(async () => {
    await fetcher.close();
    web.close();
  });

  const fetchFrom = (address: string, allowPrivate = false) =>
    fetcher.fetch(address, { allowPrivate, signal: new AbortController().signal });

  it('A picture on a site is read, also where the site has moved it', async () => {
    expect(String(await fetchFrom(`${site}/picture`))).toBe('bytes');
    expect(String(await fetchFrom(`${site}/moved`))).toBe('bytes');
  });

  it('A picture on a site is not read from a private address, unless its feed may', async () => {
    await expect(fetchFrom(`${site}/inside`)).rejects.toThrow('127.0.0.1 is not a public address');
    await expect(fetchFrom('http://169.254.169.254/latest')).rejects.toThrow('is not a public address');
    const here = site.replace('site.example', '127.0.0.1');
    expect(String(await fetchFrom(`${here}/picture`, true))).toBe('bytes');
  });

  it('A picture on a site is not asked for again where it is missing, and is where the site is busy', async () => {
    await expect(fetchFrom(`${site}/none`)).rejects.toThrow(PictureGone);
    await expect(fetchFrom(`${site}/busy`)).rejects.not.toThrow(PictureGone);
  });

  it('A picture on a site is refused where it is too large, or the site’s robots.txt forbids it', async () => {
    await expect(fetchFrom(`${site}/huge`)).rejects.toThrow('returned more than 15 MB');
    robots = 'User-agent: *\nDisallow: /';
    const strict = createPictureFetcher(createWebFetcher(lookup));
    const options = { allowPrivate: false, signal: new AbortController().signal };
    await expect(strict.fetch(`${site}/picture`, options)).rejects.toThrow('forbids reading /picture');
    await strict.close();
  });
});
