import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** A Markdown page; `path` is relative to the root of the repository. */
export type Page = { path: string; text: string };

const fencePattern = /^```(\w*)\n([\s\S]*?)^```$/gm;

/** All pages, tracked by git or new. */
export function readPages(): Page[] {
  const options = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', '*.md'];
  const paths = execFileSync('git', options, { encoding: 'utf8' }).split('\0');
  return paths.filter((path) => existsSync(path)).map((path) => ({ path, text: readFileSync(path, 'utf8') }));
}

export function removeFences(text: string): string {
  return text.replaceAll(fencePattern, '');
}

/** The lines of the shell blocks, without comments. */
export function listShellLines(text: string): string[] {
  return [...text.matchAll(fencePattern)]
    .filter(([, language]) => language === 'sh')
    .flatMap(([, , code = '']) => code.replaceAll('\\\n', ' ').split('\n'))
    .map((line) => line.replace(/(^|\s)#.*$/, '').trim())
    .filter(Boolean);
}

export function listHeadings(text: string): string[] {
  return [...removeFences(text).matchAll(/^#+\s+(.+)$/gm)].map(([, heading = '']) => heading);
}

/** The texts between single backticks. */
export function listInlineCode(text: string): string[] {
  return [...removeFences(text).matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
}
