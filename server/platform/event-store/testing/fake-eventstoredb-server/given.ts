import { randomUUID } from 'node:crypto';
import { ANY, type AppendExpectedRevision, EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { startDouble } from './server.ts';

/** Any do; with them the client takes its unary path. */
export const credentials = { username: 'any', password: 'body' };
export const event = (type: string, data: Record<string, unknown> | string = {}, id: string = randomUUID()) =>
  jsonEvent({ id, type, data });
export type Event = ReturnType<typeof event>;
export type Given = Awaited<ReturnType<typeof givenClient>>;

export async function listed<E>(reading: AsyncIterable<E>): Promise<E[]> {
  const list: E[] = [];
  for await (const read of reading) list.push(read);
  return list;
}

/** A double, and the official client on it. */
export async function givenClient() {
  const double = await startDouble();
  const client = EventStoreDBClient.connectionString(double.url);
  const append = (stream: string, events: Event[], expectedRevision: AppendExpectedRevision = ANY) =>
    client.appendToStream(stream, events, { expectedRevision, credentials, deadline: 5_000 });
  return {
    double,
    client,
    append,
    types: async (stream: string) => (await listed(client.readStream(stream))).map((read) => read.event?.type ?? ''),
    end: async () => {
      await client.dispose();
      await double.close();
    },
  };
}
