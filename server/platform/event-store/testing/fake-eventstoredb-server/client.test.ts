import { EventStoreDBClient } from '@eventstore/db-client';
import { describe, expect, it } from 'vitest';
import { credentials, createJsonEvent, setUpClient } from './client-fixture.ts';

// As measured on EventStoreDB 23.10.6 with this client.

const given = setUpClient();

describe('10 the client', () => {
  it.each([
    ['a name and a password', (port: number) => `esdb://admin:changeit@127.0.0.1:${port}?tls=false`],
    ['discovery', (port: number) => `esdb+discover://127.0.0.1:${port}?tls=false`],
    ['several hosts', (port: number) => `esdb://127.0.0.1:${port},127.0.0.1:${port}?tls=false`],
  ])('The client connects by an address with %s', async (_, address) => {
    const client = EventStoreDBClient.connectionString(address(given.double.port));
    expect((await client.appendToStream('s', createJsonEvent('A'), { credentials })).success).toBe(true);
    await client.dispose();
  });

  it.each(['http://127.0.0.1:2113', 'kurrentdb://127.0.0.1', '127.0.0.1:2113', 'esdb://127.0.0.1?tls=no', ''])(
    'The client rejects the address %j at once',
    (address) => {
      expect(() => EventStoreDBClient.connectionString(address)).toThrow('expected');
    },
  );

  it('The client finds an insecure server unavailable when its URL says nothing of tls', async () => {
    const client = EventStoreDBClient.connectionString(`esdb://127.0.0.1:${given.double.port}`);
    const append = client.appendToStream('s', createJsonEvent('A'), { credentials, deadline: 60_000 });
    await expect(append).rejects.toMatchObject({ code: 14 });
    await client.dispose();
  });

  it('The client fails at once while the port is closed, and works again with the same client', async () => {
    await given.double.shut();
    await expect(given.append('s', [createJsonEvent('A')])).rejects.toMatchObject({ type: 'unavailable', code: 14 });
    await given.double.open();
    await expect
      .poll(() => given.append('s', [createJsonEvent('A')]).catch(() => null))
      .toMatchObject({ success: true });
  });

  it('The client receives nothing from a silent server before its deadline', async () => {
    given.double.faults.silence();
    const late = given.client.appendToStream('s', createJsonEvent('A'), { credentials, deadline: 100 });
    await expect(late).rejects.toMatchObject({ type: 'deadline-exceeded' });
    given.double.faults.speak();
  });
});
