import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { toDay } from '#server/lib/clock.ts';

/** Settings of a server whose clock starts at midday in UTC, so that no test of the file runs across midnight. */
export function createMiddayClock(): Record<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'clock-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'now');
  writeFileSync(file, `${toDay(Date.now())}T12:00:00Z`);
  return { CLOCK_FILE: file, NODE_ENV: 'test' };
}
