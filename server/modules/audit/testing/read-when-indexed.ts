import { vi } from 'vitest';
import type { TestClient } from '#server/testing/test-client.ts';

/** The same client, which reads again while the history lacks the newest events. The product itself waits 2 s. */
export function readWhenIndexed(client: TestClient): TestClient {
  const get: TestClient['get'] = (...asked) =>
    vi.waitUntil(
      async () => {
        const answer = await client.get(...asked);
        return answer.status !== 503 && answer;
      },
      { timeout: 120_000 },
    );
  return { ...client, get };
}
