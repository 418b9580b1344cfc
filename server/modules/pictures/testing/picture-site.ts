import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type PictureSite = { url: string; files: Map<string, Buffer>; asked: string[]; close: () => void };

/** A web site with the given files by path; anything else is 404. */
export async function startPictureSite(): Promise<PictureSite> {
  const files = new Map<string, Buffer>();
  const asked: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    asked.push(url);
    const file = files.get(url);
    response.writeHead(file === undefined ? 404 : 200).end(file);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on TCP
  return { url: `http://127.0.0.1:${port}`, files, asked, close: () => server.close() };
}
