import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { findModuleUrl, importWithRetry } from './import-with-retry.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('location', { origin: 'https://scout.example.com' });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('An import is retried with longer pauses, and each failure is reported', async () => {
  const asked: number[] = [];
  const failed: number[] = [];
  const begun = Date.now();
  const load = () => {
    asked.push(Math.round((Date.now() - begun) / 1000));
    return asked.length < 5 ? Promise.reject(new Error('away')) : Promise.resolve('code');
  };
  const loaded = importWithRetry(load, {
    signal: new AbortController().signal,
    onFailure: () => void failed.push(asked.length),
  });
  await vi.advanceTimersByTimeAsync(120_000);
  expect(await loaded).toBe('code');
  expect(failed).toEqual([1, 2, 3, 4]);
  const pauses = asked.slice(1).map((time, index) => time - (asked[index] ?? 0));
  expect(pauses.at(-1)).toBeGreaterThan(pauses[0] ?? 0);
});

it('An import is not retried once it is aborted', async () => {
  const leaving = new AbortController();
  let asked = 0;
  void importWithRetry(() => Promise.reject(new Error(String(++asked))), { signal: leaving.signal });
  await vi.advanceTimersByTimeAsync(100);
  leaving.abort();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(asked).toBe(1);
});

it("The retry finds the code's address in the messages of Chromium and Firefox, and trusts no other site", () => {
  const address = 'https://scout.example.com/assets/socket-BNcG8pkw.js';
  const chromium = new TypeError(`Failed to fetch dynamically imported module: ${address}`);
  expect(findModuleUrl(chromium)).toBe(address);
  expect(findModuleUrl(new TypeError(`error loading dynamically imported module: ${address}`))).toBe(address);
  expect(findModuleUrl(new TypeError('Importing a module script failed.'))).toBeNull();
  expect(findModuleUrl(new TypeError('Failed to fetch https://elsewhere.example.com/a.js'))).toBeNull();
});
