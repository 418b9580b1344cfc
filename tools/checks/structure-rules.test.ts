import { describe, expect, it } from 'vitest';
import { findDependencyObjects } from './dependency-objects.ts';
import { parseSource } from './source-files.ts';
import { findCrowdedFolders, findLargeDependencyObjects, judgeStructure } from './structure-rules.ts';

const value = 'export const value = 1;';
const parseTree = (tree: Record<string, string>) => Object.entries(tree).map(([path, text]) => parseSource(path, text));

describe('sizes', () => {
  it('A folder of 16 files is refused', () => {
    const fill = (folder: string, count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`${folder}/f${n}.ts`, value]));
    const files = parseTree({ ...fill('domain/a', 16), ...fill('domain/b', 15) });
    expect(findCrowdedFolders(files)).toEqual(['domain/a/ holds 16 files without tests, at most 15 are allowed.']);
  });

  it('A dependency object of 9 fields is refused, though its parts come through an index.ts; plain data are not', () => {
    const fields = ['c', 'd', 'e', 'f', 'g', 'h', 'i'].map((name) => `${name}: string;`).join(' ');
    const files = parseTree({
      'server/lib/log.ts':
        'export type Log = { write: (text: string) => void };\nexport interface Clock { now(): Date }',
      'server/lib/index.ts': "export type { Log } from './log.ts';\nexport * from './log.ts';",
      'server/app/context.ts': `import type { Log as Logger, Clock } from '../lib/index.ts';
        export type Context = { a: Logger; b: Clock } & { ${fields} };
        export type Row = { a: string; b: string; ${fields} };
        export type Port = { a: (log: Logger) => void; b: (clock: Clock) => void; ${fields} };`,
    });
    const objects = findDependencyObjects(files);
    expect(objects).toEqual([{ name: 'Context', path: 'server/app/context.ts', fields: 9 }]);
    expect(findLargeDependencyObjects(objects)).toEqual([
      'Context of server/app/context.ts hands down 9 fields, at most 8 are allowed.',
    ]);
  });

  it('A run that found too few files is a failure', () => {
    expect(judgeStructure([], 300).problems).toEqual(['Only 0 files were found, expected at least 300.']);
  });
});
