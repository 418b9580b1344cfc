import { randomUUID } from 'node:crypto';
import { ANY, type AppendExpectedRevision, EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { startFakeEventStoreDb } from './server.ts';
import { setUpForEach } from '#server/lib/testing/set-up.ts';

/** Any credentials will do; with them the client uses its unary path. */
export const credentials = { username: 'any', password: 'body' };
export const createJsonEvent = (type: string, data: Record<string, unknown> | string = {}, id: string = randomUUID()) =>
  jsonEvent({ id, type, data });
export type FakeServerEvent = ReturnType<typeof createJsonEvent>;
export type ClientFixture = Awaited<ReturnType<typeof startClientFixture>>;

export async function collectAll<E>(reading: AsyncIterable<E>): Promise<E[]> {
  const list: E[] = [];
  for await (const read of reading) list.push(read);
  return list;
}

/** A fake server and the official client connected to it. */
export async function startClientFixture() {
  const double = await startFakeEventStoreDb();
  const client = EventStoreDBClient.connectionString(double.url);
  const append = (stream: string, events: FakeServerEvent[], expectedRevision: AppendExpectedRevision = ANY) =>
    client.appendToStream(stream, events, { expectedRevision, credentials, deadline: 60_000 });
  return {
    double,
    client,
    append,
    types: async (stream: string) =>
      (await collectAll(client.readStream(stream))).map((read) => read.event?.type ?? ''),
    end: async () => {
      await client.dispose();
      await double.close();
    },
  };
}

/** The same for each test of a file; it can be used once a test has begun. */
export function setUpClient(): ClientFixture {
  return setUpForEach(startClientFixture, ({ end }) => end());
}
