import { dirname } from 'node:path/posix';
import { listInlineCode, listShellLines, type Page } from './page.ts';

export type Project = {
  /** The npm scripts of package.json. */
  scripts: Partial<Record<string, string>>;
  exists: (path: string) => boolean;
  /** The texts of the source files in a folder. */
  readSources: (folder: string) => string;
};

/** Commands that npm has, with or without a script. */
const npmCommands = new Set(['ci', 'install']);
const nodePattern = /(?:^|\s)node ((?:[\w-]+\/)+[\w.-]+\.ts)(.*)/;

/** A sentence for each command in a page that names a script, a file, a subcommand or an option that does not exist. */
export function findUnknownCommands(pages: readonly Page[], project: Project): string[] {
  return pages.flatMap(({ path, text }) => {
    const lines = [...listShellLines(text), ...listInlineCode(text)];
    const commands = lines.flatMap((line) => line.split(/&&|\||;/));
    return commands.flatMap((command) =>
      findProblems(command.trim(), project).map((problem) => `${path}: \`${command.trim()}\` ${problem}`),
    );
  });
}

function findProblems(command: string, project: Project): string[] {
  const [, run, name = '', rest = ''] = /^(?:\w+=\S+ )*npm (run )?([\w:-]+)(.*)$/.exec(command) ?? [];
  if (name === '') return findNodeProblems(command, project);
  const script = project.scripts[name];
  const isKnown = script !== undefined && (run !== undefined || ['start', 'test'].includes(name));
  if (!isKnown) return run === undefined && npmCommands.has(name) ? [] : [`names no script of package.json`];
  return findNodeProblems(`${script}${rest}`, project);
}

function findNodeProblems(command: string, { exists, readSources }: Project): string[] {
  const [, file, rest = ''] = nodePattern.exec(command) ?? [];
  if (file === undefined) return [];
  if (!exists(file)) return [`runs ${file}, which does not exist`];
  const sources = readSources(dirname(file));
  const [subcommand = '', ...others] = rest.trim().replace(/^-- /, '').split(/\s+/);
  const names = [subcommand, ...others.filter((word) => word.startsWith('--'))]
    .map((word) => /^(?:--)?([a-z][a-z-]+)$/.exec(word)?.[1] ?? '')
    .filter((name) => name !== '' && name !== 'help');
  return names
    .filter((name) => !new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(sources))
    .map((name) => `gives '${name}', which ${dirname(file)} does not know`);
}
