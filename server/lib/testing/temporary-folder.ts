import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A new folder that is removed at the end of the test, after what its hooks do. */
export function createTestFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'scout-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
