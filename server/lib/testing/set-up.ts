import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';

/** What `start` resolves to, for all tests of a file or group; it can be used once they have begun. */
export function setUpOnce<T extends object>(start: () => Promise<T>, stop?: (started: T) => unknown): T {
  const started = {} as T; // filled before the first test
  beforeAll(async () => {
    Object.assign(started, await start());
  });
  if (stop) afterAll(() => stop(started));
  return started;
}

/** What `start` resolves to, for each test of a file or group; it can be used once a test has begun. */
export function setUpForEach<T extends object>(start: () => Promise<T>, stop: (started: T) => unknown): T {
  const started = {} as T; // filled before each test
  beforeEach(async () => {
    Object.assign(started, await start());
  });
  afterEach(() => stop(started));
  return started;
}
