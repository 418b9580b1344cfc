import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Config } from '#server/platform/config/config.ts';
import { delay, withTimeout } from '#server/lib/delay.ts';
import { StartupError } from '#server/lib/errors.ts';
import { repeatUntilStopped } from '#server/lib/scheduler.ts';
import { BoundedServer } from './bounded-server.ts';
import type { ConnectionLimits } from './connection-limits.ts';

const drainTimeoutMs = 5000;
const idleCheckIntervalMs = 50;

export type HttpListener = { server: Server; url: string; close: () => Promise<void> };

/**
 * Listens at the configured address; the caller must set the handler at once, as `request` of the server. Throws
 * StartupError where it cannot listen.
 */
export async function listen(
  { host, port }: Pick<Config, 'host' | 'port'>,
  limits: Partial<ConnectionLimits> = {},
): Promise<HttpListener> {
  const server = new BoundedServer(limits);
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new StartupError(`Cannot listen on ${host} port ${port}: ${describeListenError(error)}`, { cause: error });
  }
  const address = server.address();
  const at = typeof address === 'object' && address ? address.port : port;
  return { server, url: `http://${host.includes(':') ? `[${host}]` : host}:${at}`, close: () => closeServer(server) };
}

/** Stops accepting and waits for the current requests; one that takes too long is cut. */
async function closeServer(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  const closing = new AbortController();
  const closeIdle = repeatUntilStopped(closing.signal, async () => {
    server.closeIdleConnections();
    await delay(idleCheckIntervalMs, closing.signal);
  });
  await withTimeout(closed, drainTimeoutMs, () => server.closeAllConnections());
  await closed;
  closing.abort();
  await closeIdle;
}

const reasonByCode: Partial<Record<string, string>> = {
  EADDRINUSE: 'another program already uses this port; stop it, or set PORT to another',
  EACCES: 'this user may not use this port; set PORT to one above 1023',
  EADDRNOTAVAIL: 'this machine has no such address; set HOST to one that it has',
  ENOTFOUND: 'there is no such host; set HOST to an address of this machine',
};

function describeListenError(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  return reasonByCode[code] ?? code;
}
