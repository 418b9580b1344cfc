import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { createTestFolder } from '#server/lib/testing/temporary-folder.ts';
import { createFileClock } from './clock.ts';
import { loadConfig } from '#server/platform/config/config.ts';

let folder: string;
beforeEach(() => {
  folder = createTestFolder();
});

it('The clock is set by a file and runs on from that time', async () => {
  const path = join(folder, 'now');
  const clock = createFileClock(path);
  expect(Math.abs(clock().getTime() - Date.now())).toBeLessThan(60_000);
  for (const set of ['2026-03-08T10:59:59.000Z', '2031-01-01T00:00:00.000Z', '2026-03-08T11:00:00Z\n']) {
    await writeFile(path, set);
    await expect.poll(() => clock().toISOString().slice(0, 10)).toBe(set.slice(0, 10));
    const before = clock().getTime();
    expect(before).toBeGreaterThanOrEqual(Date.parse(set.trim()) - 1);
    await expect.poll(() => clock().getTime()).toBeGreaterThan(before);
  }
  await writeFile(path, 'tomorrow');
  await expect.poll(() => Math.abs(clock().getTime() - Date.now())).toBeLessThan(60_000);
});

it('The clock can be set in tests only', () => {
  expect(loadConfig({ CLOCK_FILE: '/tmp/now', NODE_ENV: 'test' }).clockFile).toBe('/tmp/now');
  expect(() => loadConfig({ CLOCK_FILE: '/tmp/now' })).toThrow('CLOCK_FILE is for tests: NODE_ENV must be test');
  expect(loadConfig({}).clockFile).toBeNull();
});
