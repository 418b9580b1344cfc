import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * A free port of this machine, below those that the system gives to connections: so no other process is given it
 * before its server listens. The ports at `offsets` from it are free too.
 */
export async function findFreePort(offsets: readonly number[] = []): Promise<number> {
  for (;;) {
    const port = randomInt(12_000, 22_000);
    const free = await Promise.all([0, ...offsets].map((offset) => isFree(port + offset)));
    if (!free.includes(false)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const probe = createServer()
    .once('error', () => resolve(false))
    .listen(port, '127.0.0.1', () => void probe.close(() => resolve(true)));
  return promise;
}
