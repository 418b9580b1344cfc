import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { judgeStructure } from './structure-rules.ts';
import { aliases, buildGraph, cleanTree, importing, type Tree } from './testing/source-tree.ts';

it('A tree that follows all rules has no problems', () => {
  expect(judgeStructure(buildGraph(cleanTree), 10).problems).toEqual([]);
});

describe('the program', () => {
  const folders: string[] = [];
  afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true })));

  function checkTree(tree: Tree, args = ['--min-files', '10']) {
    const folder = mkdtempSync(join(tmpdir(), 'structure-'));
    folders.push(folder);
    for (const [path, text] of Object.entries({ ...tree, 'package.json': JSON.stringify({ imports: aliases }) })) {
      mkdirSync(join(folder, dirname(path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    execFileSync('git', ['init', '--quiet'], { cwd: folder });
    execFileSync('git', ['add', '.'], { cwd: folder });
    rmSync(join(folder, 'server/lib/deleted.ts'), { force: true });
    const program = join(import.meta.dirname, 'structure.ts');
    return spawnSync(process.execPath, [program, ...args], { cwd: folder, encoding: 'utf8' });
  }

  it('The program exits with 0 on a clean tree and prints the figures, whatever a deleted file contained', () => {
    const { status, stdout, stderr } = checkTree({
      ...cleanTree,
      'server/lib/deleted.ts': importing('../app/main.ts'),
    });
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^Structure: 14 files, \d+ lines of code, .*folder cycles 0, upward imports 0, .*\n$/);
  });

  it('The program exits with 1 on a broken tree and names the files', () => {
    const { status, stderr } = checkTree({ ...cleanTree, 'server/lib/retry.ts': importing('../app/main.ts') });
    expect(status).toBe(1);
    expect(stderr).toContain('server/lib/retry.ts imports server/app/main.ts');
  });

  it('The program exits with 1 where it finds fewer files than a product has', () => {
    expect(checkTree(cleanTree, []).status).toBe(1);
  });
});
