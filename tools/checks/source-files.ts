import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dirname } from 'node:path/posix';
import ts from 'typescript';

/** `path` is relative to the root of the repository, with `/` between folders. */
export type SourceFile = { path: string; folder: string; tree: ts.SourceFile };

const maxGitOutputBytes = 100_000_000;
const testNames = /\.(test|spec|suite|e2e)\.tsx?$|(^|\/)(testing|fixtures|event-fixtures)\//;
const nonProductFiles = /^(e2e|tools)\/|\.d\.ts$|^(vite|vitest|vitest\.e2e)\.config\.ts$/;

/** Whether a file belongs to the product: not a test, a helper of tests, or a tool. */
export function isProductFile(path: string): boolean {
  return /\.tsx?$/.test(path) && !testNames.test(path) && !nonProductFiles.test(path);
}

export function parseSource(path: string, text: string): SourceFile {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  return { path, folder: dirname(path), tree: ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind) };
}

/** The TypeScript files that git tracks below `root`, without the deleted ones: texts by path. */
export function readTrackedSources(root: string): Map<string, string> {
  const listed = execFileSync('git', ['ls-files', '-z', '--', '*.ts', '*.tsx'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: maxGitOutputBytes,
  });
  const paths = listed.split('\0').filter((path) => path !== '' && existsSync(join(root, path)));
  return new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

export function walkTree(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  ts.forEachChild(node, (child) => walkTree(child, visit));
}
