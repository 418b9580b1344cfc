import { createAdapter } from '@socket.io/redis-streams-adapter';
import type { Logger } from 'pino';
import { createClient } from 'redis';
import { StoreUnavailable } from '#projections/store/port.ts';
import { withTimeout } from '#server/lib/delay.ts';
import type { Transport } from './bus.ts';

const connectTimeoutMs = 4_000;
/** In ms: a connection that is silent for longer, in spite of pings, is opened again. */
const silenceTimeoutMs = 10_000;
const pingIntervalMs = 3_000;
/** Of the stream, in messages. */
const maxStreamLength = 10_000;

/** Messages through a Redis server; `channel` is the name of the installation there. Throws StoreUnavailable. */
export async function openRedisTransport(url: string, channel: string, log: Logger): Promise<Transport> {
  const openClient = (disableOfflineQueue: boolean) =>
    createClient({
      url,
      RESP: 2,
      pingInterval: pingIntervalMs,
      disableOfflineQueue,
      socket: { connectTimeout: connectTimeoutMs, socketTimeout: silenceTimeoutMs },
    });
  const client = openClient(true);
  client.on('error', (error: unknown) => log.warn({ err: error }, 'Lost the connection to Redis; connecting again'));
  const readers: ReturnType<typeof openClient>[] = [];
  const close = () => {
    for (const one of [client, ...readers]) if (one.isOpen) one.destroy();
    return Promise.resolve();
  };
  try {
    await withTimeout(client.connect(), connectTimeoutMs, () => {
      throw new StoreUnavailable('Redis is unreachable.');
    });
  } catch (error) {
    await close();
    throw error;
  }

  let lastPublish: Promise<unknown> = Promise.resolve();
  const publish = (...message: Parameters<typeof client.publish>) => {
    lastPublish = client.publish(...message);
    // The adapter handles no failure.
    lastPublish.catch(() => undefined);
    return lastPublish;
  };
  /** A client that `close` closes: the adapter would wait for the end of a blocking read. */
  const duplicate = () => {
    const reader = openClient(false);
    readers.push(reader);
    return Object.assign(reader, { disconnect: () => Promise.resolve() });
  };
  // By `sSubscribe` the adapter recognizes a client of this library.
  const { sSubscribe } = client;
  const adapter = createAdapter(
    { sSubscribe, publish, duplicate },
    { streamName: channel, channelPrefix: channel, maxLen: maxStreamLength },
  );
  return { adapter, lastSend: () => lastPublish, close };
}
