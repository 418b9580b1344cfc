import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { createTestFolder } from '#server/lib/testing/temporary-folder.ts';

const cleanTree = {
  'domain/event-catalog/streams.ts': 'export type StreamEvents = { user: number };',
  'server/lib/delay.ts': 'export const value = 1;',
  'server/lib/delay.test.ts': 'export const value = 1;',
};

function checkTree(tree: Record<string, string>, args = ['--min-files', '2']) {
  const folder = createTestFolder();
  for (const [path, text] of Object.entries(tree)) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  execFileSync('git', ['init', '--quiet'], { cwd: folder });
  execFileSync('git', ['add', '.'], { cwd: folder });
  rmSync(join(folder, 'server/lib/deleted.ts'), { force: true });
  const program = join(import.meta.dirname, 'structure.ts');
  return spawnSync(process.execPath, [program, ...args], { cwd: folder, encoding: 'utf8' });
}

it('The structure check exits with 0 on a clean tree and prints the figures, whatever a deleted file contained', () => {
  const { status, stdout, stderr } = checkTree({
    ...cleanTree,
    'server/lib/deleted.ts': 'export function tellNobody() {}',
  });
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toBe('Structure: 2 files, largest dependency object 0 fields, folders over 15: 0\n');
});

it('The structure check exits with 1 on a broken tree and names the file', () => {
  const { status, stderr } = checkTree({ ...cleanTree, 'server/lib/retry.ts': 'export function tellNobody() {}' });
  expect(status).toBe(1);
  expect(stderr).toContain('tellNobody, exported by server/lib/retry.ts,');
});

it('The structure check exits with 1 where it finds fewer files than a product has', () => {
  expect(checkTree(cleanTree, []).status).toBe(1);
});
