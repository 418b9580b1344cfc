import { setUpOnce } from '#server/lib/testing/set-up.ts';
import type { TestClient } from './test-client.ts';
import { startTestServer, type TestServer } from './test-server.ts';

/** One server for all tests of a file or group; it can be used once they have begun. */
export function setUpServer(env: Record<string, string> = {}): TestServer {
  return setUpOnce(
    () => startTestServer(env),
    ({ stop }) => stop(),
  );
}

/** The full admin of this server, signed in before the first test. */
export function setUpAdmin(server: TestServer): TestClient {
  return setUpOnce(() => server.adminClient());
}

/** A user with this address, signed in before the first test. */
export function setUpUser(server: TestServer, email: string): TestClient {
  return setUpOnce(async () => {
    const client = server.newClient();
    await client.register(email);
    return client;
  });
}
