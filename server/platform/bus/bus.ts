import { EventEmitter } from 'node:events';
import { Server, type ServerOptions } from 'socket.io';
import { StoreUnavailable } from '#projections/store/port.ts';
import { withTimeout } from '#server/lib/delay.ts';
import { decryptText, type EncryptedText, encryptText } from '#server/platform/encryption/encrypted-text.ts';
import { startWithRetry } from '#server/platform/subscriptions/start-with-retry.ts';
import type { Logger } from 'pino';

const defaultSendTimeoutMs = 5_000;

/** Messages of one kind between all processes of the installation. */
export type Topic<Message> = {
  /** Resolves once the message is sent; this process receives it too. Throws StoreUnavailable. */
  publish: (message: Message) => Promise<void>;
  listen: (listener: (message: Message) => void) => void;
};

export type Bus = { topic: <Message>(name: string) => Topic<Message>; close: () => Promise<void> };

/** How messages get to the other processes. */
export type Transport = {
  adapter: NonNullable<ServerOptions['adapter']>;
  /** The outcome of what the adapter sent last. */
  lastSend: () => Promise<unknown>;
  close: () => Promise<void>;
};

type ServerSideEvents = { message: (name: string, sealed: EncryptedText) => void };
type Send = (name: string, message: unknown) => Promise<unknown>;

/** The bus of a process that has no others beside it. */
export function createLocalBus(): Bus {
  const listeners = new EventEmitter();
  return { topic: createTopics(listeners, () => Promise.resolve()), close: () => Promise.resolve() };
}

type SharedBusDeps = { open: () => Promise<Transport>; key: Buffer; log: Logger; sendTimeoutMs?: number | undefined };

/** Opens the transport in the background. Messages are encrypted with `key`. One may be lost without an error. */
export function createSharedBus({ open, key, log, sendTimeoutMs = defaultSendTimeoutMs }: SharedBusDeps): Bus {
  const listeners = new EventEmitter();
  let send: Send | null = null;
  const receive: ServerSideEvents['message'] = (name, sealed) => {
    const text = decryptText(key, name, sealed);
    if (text === null) log.error({ name }, 'Received a message of another CREDENTIAL_KEY');
    else listeners.emit(name, JSON.parse(text));
  };
  const opening = startWithRetry({
    what: 'the bus between processes',
    log,
    begin: async (stops) => {
      const { adapter, lastSend, close } = await open();
      stops.push(close);
      const server = new Server<ServerSideEvents, ServerSideEvents, ServerSideEvents>({ adapter });
      stops.push(async () => {
        send = null;
        await server.of('/').adapter.close();
      });
      server.on('message', receive);
      send = (name, message) => {
        server.serverSideEmit('message', name, encryptText(key, name, JSON.stringify(message)));
        return lastSend();
      };
    },
  });
  const sendNow: Send = async (name, message) => {
    if (send === null) throw new StoreUnavailable('The bus between processes is not open.');
    const late = () => {
      throw new StoreUnavailable('The bus between processes timed out.');
    };
    await withTimeout(send(name, message), sendTimeoutMs, late).catch((error: unknown) => {
      throw error instanceof StoreUnavailable
        ? error
        : new StoreUnavailable('The bus between processes cannot be used just now.', { cause: error });
    });
  };
  return { topic: createTopics(listeners, sendNow), close: opening.stop };
}

function createTopics(listeners: EventEmitter, send: Send): Bus['topic'] {
  return (name) => ({
    publish: async (message) => {
      await send(name, message);
      listeners.emit(name, message);
    },
    listen: (listener) => listeners.on(name, listener),
  });
}
