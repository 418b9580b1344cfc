import { expect, it } from 'vitest';
import { type Arrow, findFolderCycles } from './folder-cycles.ts';

const arrow = (from: string, to: string): Arrow => ({ from, to });

it('A cycle of folders is found where a folder and one inside of it import each other', () => {
  const problems = findFolderCycles([
    arrow('server/lib/a.ts', 'server/lib/deep/b.ts'),
    arrow('server/lib/deep/c.ts', 'server/lib/d.ts'),
    arrow('server/app/main.ts', 'server/lib/a.ts'),
  ]);
  expect(problems).toEqual([
    'folders import each other in a circle: server/lib, server/lib/deep (server/lib/a.ts -> server/lib/deep/b.ts; server/lib/deep/c.ts -> server/lib/d.ts)',
  ]);
});

it('A cycle of sibling folders is found where only files deep inside of them cause it', () => {
  const problems = findFolderCycles([
    arrow('web/src/a/one/x.ts', 'web/src/b/one/x.ts'),
    arrow('web/src/b/two/y.ts', 'web/src/a/two/y.ts'),
    arrow('web/src/c/z.ts', 'web/src/a/two/y.ts'),
  ]);
  expect(problems).toEqual([expect.stringContaining('circle: web/src/a, web/src/b (')]);
});

it('Folders that import each other in one direction are no cycle, whatever files directly in their parent import', () => {
  const problems = findFolderCycles([
    arrow('domain/main.ts', 'domain/a/x.ts'),
    arrow('domain/a/x.ts', 'domain/b/x.ts'),
    arrow('domain/b/x.ts', 'domain/c/x.ts'),
    arrow('domain/a/x.ts', 'domain/c/x.ts'),
    arrow('projections/users.ts', 'domain/a/x.ts'),
  ]);
  expect(problems).toEqual([]);
});
