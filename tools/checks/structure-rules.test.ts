import { describe, expect, it } from 'vitest';
import { findFileCycles, findFolderCycles, findNeighbourCycles } from './cycles.ts';
import { findDependencyObjects } from './dependency-objects.ts';
import {
  findContractImports,
  findImpureDomain,
  findModuleImports,
  findStrayDrivers,
  findStrayFiles,
  findUpwardImports,
  findWebImports,
} from './layer-rules.ts';
import { findPercentile, measureSizes } from './source-sizes.ts';
import { findCrowdedFolders, findLargeDependencyObjects, findMissingSources } from './structure-rules.ts';
import { buildGraph, cleanTree, importing, value } from './testing/source-tree.ts';

describe('the layers', () => {
  it.each([
    ['a plain import', importing('../app/main.ts')],
    ['an import of an alias', importing('#server/app/main.ts')],
    ['a type import', "import type { Value } from '../app/main.ts';"],
    ['a re-export', "export * from '../app/main.ts';"],
    ['a dynamic import', "export const load = () => import('../app/main.ts');"],
    ['an import type', "export type Value = import('../app/main.ts').Value;"],
    ['the URL of a worker', "export const file = new URL('../app/main.ts', import.meta.url);"],
  ])('An import that goes upward is refused where it is %s', (_, text) => {
    const graph = buildGraph({ 'server/lib/delay.ts': text, 'server/app/main.ts': value });
    expect(findUpwardImports(graph)).toEqual([
      'server/lib/delay.ts imports server/app/main.ts: server/lib may not import from server/app, which is above it.',
    ]);
  });

  it('The app may not import a command, nor the server the web', () => {
    const graph = buildGraph({
      'server/app/main.ts': importing('../cli/backup.ts'),
      'server/app/pages.ts': importing('../../web/preloads.ts'),
      'server/cli/backup.ts': value,
      'web/preloads.ts': value,
    });
    expect(findUpwardImports(graph)).toHaveLength(2);
  });

  it('A server file that is in no layer is refused', () => {
    expect(findStrayFiles(buildGraph({ 'server/handle.ts': value }))).toEqual([
      expect.stringContaining('server/handle.ts is in no layer'),
    ]);
  });

  it('The web may import only contracts from outside of itself', () => {
    const graph = buildGraph({
      'web/src/app.tsx': `${importing('#domain/user/contract.ts')} ${importing('#domain/user/decider.ts')}`,
      'domain/user/contract.ts': value,
      'domain/user/decider.ts': value,
    });
    expect(findWebImports(graph)).toEqual([expect.stringContaining('web/src/app.tsx imports domain/user/decider.ts')]);
  });
});

describe('modules and features', () => {
  it.each(['server/modules', 'web/src/features'])(
    'Folders of %s may import only the index.ts and the contracts of each other',
    (folder) => {
      const graph = buildGraph({
        [`${folder}/users/routes.ts`]: ['inside.ts', 'deep/index.ts', 'index.ts', 'mail.contract.ts']
          .map((file) => importing(`../alerts/${file}`))
          .join('\n'),
        [`${folder}/alerts/inside.ts`]: value,
        [`${folder}/alerts/deep/index.ts`]: importing('../inside.ts'),
        [`${folder}/alerts/index.ts`]: importing('./inside.ts'),
        [`${folder}/alerts/mail.contract.ts`]: value,
      });
      expect(findModuleImports(graph)).toEqual([
        expect.stringContaining(`imports ${folder}/alerts/inside.ts`),
        expect.stringContaining(`imports ${folder}/alerts/deep/index.ts`),
      ]);
    },
  );
});

describe('packages and contracts', () => {
  it('The domain may not import packages, other layers, or zod outside of a contract', () => {
    const graph = buildGraph({
      'domain/user/decider.ts': ['node:fs', 'zod', '#server/lib/delay.ts', './words.json', './state.ts']
        .map(importing)
        .join('\n'),
      'domain/user/state.ts': value,
      'domain/user/contract.ts': importing('zod'),
      'server/lib/delay.ts': value,
    });
    expect(findImpureDomain(graph)).toEqual([
      expect.stringContaining('node:fs:'),
      expect.stringContaining('zod:'),
      expect.stringContaining('#server/lib/delay.ts:'),
    ]);
  });

  it('A contract may import only zod and contracts', () => {
    const graph = buildGraph({
      'server/realtime/realtime.contract.ts': ['zod', '#domain/user/contract.ts', './broadcast.ts']
        .map(importing)
        .join('\n'),
      'server/realtime/broadcast.ts': value,
      'domain/user/contract.ts': value,
    });
    expect(findContractImports(graph)).toEqual([expect.stringContaining('imports ./broadcast.ts')]);
  });

  it('Drivers of stores may be imported only in their adapter folders', () => {
    const both = `${importing('mongodb')} ${importing('@eventstore/db-client')}`;
    const graph = buildGraph({
      'projections/store/mongo/writer.ts': both,
      'server/platform/event-store/eventstoredb/client.ts': both,
    });
    expect(findStrayDrivers(graph)).toEqual([
      expect.stringContaining('eventstoredb/client.ts imports mongodb'),
      expect.stringContaining('mongo/writer.ts imports @eventstore/db-client'),
    ]);
  });
});

describe('cycles', () => {
  it('A cycle of files is found, with the imports that make it', () => {
    const { arrows } = buildGraph({
      'domain/a.ts': importing('./b.ts'),
      'domain/b.ts': "import type { C } from './c.ts';",
      'domain/c.ts': importing('./a.ts'),
      'domain/d.ts': importing('./a.ts'),
    });
    expect(findFileCycles(arrows)).toEqual([
      {
        nodes: ['domain/a.ts', 'domain/b.ts', 'domain/c.ts'],
        imports: ['domain/a.ts -> domain/b.ts', 'domain/b.ts -> domain/c.ts', 'domain/c.ts -> domain/a.ts'],
      },
    ]);
  });

  it('A cycle of folders is found where a folder and one inside of it import each other', () => {
    const { arrows } = buildGraph({
      'server/lib/a.ts': importing('./deep/b.ts'),
      'server/lib/deep/b.ts': value,
      'server/lib/deep/c.ts': "import type { D } from '../d.ts';",
      'server/lib/d.ts': value,
    });
    expect(findFolderCycles(arrows).map(({ nodes }) => nodes)).toEqual([['server/lib', 'server/lib/deep']]);
    expect(findNeighbourCycles(arrows)).toEqual([]);
  });

  it('A cycle of sibling folders is found where only files deep inside of them cause it', () => {
    const { arrows } = buildGraph({
      'web/src/a/one/x.ts': importing('../../b/one/x.ts'),
      'web/src/b/one/x.ts': value,
      'web/src/b/two/y.ts': importing('../../a/two/y.ts'),
      'web/src/a/two/y.ts': value,
      'web/src/a/two/y.test.ts': importing('../../../src/c/z.ts'),
      'web/src/c/z.ts': importing('../a/two/y.ts'),
    });
    expect(findNeighbourCycles(arrows).map(({ nodes }) => nodes)).toEqual([['web/src/a', 'web/src/b']]);
    expect(findFolderCycles(arrows)).toEqual([]);
  });
});

describe('sizes', () => {
  it('A folder of 16 files is refused; tests are not counted', () => {
    const fill = (folder: string, count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`${folder}/f${n}.ts`, value]));
    const graph = buildGraph({ ...fill('domain/a', 16), ...fill('domain/b', 15), 'domain/b/f.test.ts': value });
    expect(findCrowdedFolders(graph)).toEqual(['domain/a/ holds 16 files without tests, at most 15 are allowed.']);
  });

  it('A dependency object of 9 fields is refused, though its parts come through an index.ts; plain data are not', () => {
    const fields = ['c', 'd', 'e', 'f', 'g', 'h', 'i'].map((name) => `${name}: string;`).join(' ');
    const graph = buildGraph({
      'server/lib/log.ts':
        'export type Log = { write: (text: string) => void };\nexport interface Clock { now(): Date }',
      'server/lib/index.ts': "export type { Log } from './log.ts';\nexport * from './log.ts';",
      'server/app/context.ts': `import type { Log as Logger, Clock } from '../lib/index.ts';
        export type Context = { a: Logger; b: Clock } & { ${fields} };
        export type Row = { a: string; b: string; ${fields} };
        export type Port = { a: (log: Logger) => void; b: (clock: Clock) => void; ${fields} };`,
    });
    const objects = findDependencyObjects(graph);
    expect(objects).toEqual([{ name: 'Context', path: 'server/app/context.ts', fields: 9 }]);
    expect(findLargeDependencyObjects(objects)).toEqual([
      'Context of server/app/context.ts hands down 9 fields, at most 8 are allowed.',
    ]);
  });

  it('Lines of code are those with a token: no blank line, no comment', () => {
    const text = '/** Doc. */\nexport function run() {\n\n  // why\n  return `a\n\n  b`;\n}\n';
    expect(measureSizes(buildGraph({ 'domain/a.ts': text }).files)).toEqual({ files: [4], functions: [4] });
    expect(findPercentile([5, 1, 3], 0.5)).toBe(3);
  });

  it('A run that found no files, or not all layers, is a failure', () => {
    expect(findMissingSources(buildGraph({}), 300)).toContain('Only 0 files were found, expected at least 300.');
    expect(findMissingSources(buildGraph({ ...cleanTree, 'server/realtime/broadcast.ts': '' }), 10)).toEqual([]);
    const withoutRealtime = Object.fromEntries(
      Object.entries(cleanTree).filter(([path]) => !path.startsWith('server/realtime/')),
    );
    expect(findMissingSources(buildGraph(withoutRealtime), 10)).toEqual(['No file of server/realtime/ was found.']);
    const withoutImports = Object.fromEntries(Object.keys(cleanTree).map((path) => [path, value]));
    expect(findMissingSources(buildGraph(withoutImports), 10)).toEqual(['Only 0 imports were found between them.']);
  });
});
