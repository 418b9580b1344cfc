import { type Credentials, EventStoreDBClient } from '@eventstore/db-client';

export type EventStoreDbConnection = {
  client: EventStoreDBClient;
  credentials: Credentials;
  close: () => Promise<void>;
};

/** The client uses its unary path for appends only where credentials are given; an insecure server accepts any. */
const defaultCredentials: Credentials = { username: 'anybody', password: 'anybody' };

/** Connects with the first call. Throws an Error with a sentence that names no password. */
export function connectToEventStoreDb(url: string): EventStoreDbConnection {
  const client = createClient(url);
  return {
    client,
    credentials: parseCredentials(url) ?? defaultCredentials,
    close: async () => {
      await client.dispose();
    },
  };
}

function createClient(url: string): EventStoreDBClient {
  try {
    return EventStoreDBClient.connectionString(url);
  } catch {
    // The client's own error quotes the address with its password.
    throw new Error('EVENTSTORE_URL must be an address such as esdb://127.0.0.1:2113?tls=false');
  }
}

/** As the client parses them. */
function parseCredentials(url: string): Credentials | null {
  const [, username, password] = /^[^:]+:\/\/([^:]+):([^@]+)@/.exec(url.trim()) ?? [];
  if (username === undefined || password === undefined) return null;
  return { username: decodeURIComponent(username), password: decodeURIComponent(password) };
}
