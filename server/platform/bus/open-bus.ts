import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Config } from '#server/platform/config/config.ts';
import { deriveKey } from '#server/platform/encryption/derive-key.ts';
import { openMessages } from '#server/platform/storage/stores.ts';
import { type Bus, createLocalBus, createSharedBus, type Transport } from './bus.ts';

type BusConfig = Pick<Config, 'mongoUrl' | 'redisUrl'>;

/** The bus that the configuration names; `credentialKey` is in base64. */
export function openBus(
  { mongoUrl, redisUrl }: BusConfig,
  credentialKey: string,
  log: Logger,
  sendTimeoutMs?: number,
): Bus {
  if (mongoUrl === null) return createLocalBus();
  const key = deriveKey(credentialKey, 'bus');
  const open =
    redisUrl === null
      ? () => openMongoTransport(mongoUrl, log)
      : async () => {
          const { openRedisTransport } = await import('./redis-transport.ts');
          // Installations that share a Redis server have different keys.
          return openRedisTransport(redisUrl, deriveKey(credentialKey, 'bus channel').toString('hex'), log);
        };
  return createSharedBus({ open, key, log, sendTimeoutMs });
}

async function openMongoTransport(url: string, log: Logger): Promise<Transport> {
  const { createAdapter } = await import('@socket.io/mongo-adapter');
  const uid = randomUUID();
  const { collection, lastInsert, close } = await openMessages(url, { uid, log });
  return { adapter: createAdapter(collection, { uid, addCreatedAtField: true }), lastSend: lastInsert, close };
}
