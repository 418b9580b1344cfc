import { afterAll, beforeAll } from 'vitest';
import type { TestClient } from './test-client.ts';
import { startTestServer, type TestServer } from './test-server.ts';

/** One server for all tests of a file or group; it can be used once they have begun. */
export function setUpServer(env: Record<string, string> = {}): TestServer {
  const server = {} as TestServer; // filled before the first test
  beforeAll(async () => {
    Object.assign(server, await startTestServer(env));
  });
  afterAll(() => server.stop());
  return server;
}

/** The full admin of this server, signed in before the first test. */
export function setUpAdmin(server: TestServer): TestClient {
  const client = {} as TestClient; // filled before the first test
  beforeAll(async () => {
    Object.assign(client, await server.adminClient());
  });
  return client;
}
