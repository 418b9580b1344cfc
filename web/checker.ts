import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

// Writes the checker of evidence to the given file, as one module of JavaScript that auditors can read: its sources one
// after the other, without types, with their comments.

const root = fileURLToPath(new URL('..', import.meta.url));
const importPattern = /^import \{([^}]*)\} from '([^']+)';$/gm;

/** Sources by path, each after those that it imports. */
const sources = new Map<string, string>();
const nodeImports = new Map<string, Set<string>>();

addSource(`${root}server/lib/evidence/check-evidence-file.ts`);
const texts = [...sources.values()];
const [header = ''] = /^(\/\/.*\n)+/.exec(texts.at(-1) ?? '') ?? [];
const imports = Array.from(
  nodeImports,
  ([from, names]) => `import { ${[...names].sort().join(', ')} } from '${from}';`,
);
const bodies = texts.map(toBody);
bodies[bodies.length - 1] = bodies.at(-1)?.replace(header, '') ?? '';
writeFileSync(process.argv[2] ?? '', format([header, ...imports, ...bodies].join('\n')));

function addSource(path: string): void {
  const text = stripTypeScriptTypes(readFileSync(path, 'utf8'));
  for (const [, names = '', from = ''] of text.matchAll(importPattern)) {
    const imported = resolve(dirname(path), from);
    if (!from.startsWith('.')) addNames(from, names);
    else if (!sources.has(imported)) addSource(imported);
  }
  sources.set(path, text);
}

function addNames(from: string, names: string): void {
  const all = nodeImports.get(from) ?? new Set();
  for (const name of names.split(',')) if (name.trim() !== '') all.add(name.trim());
  nodeImports.set(from, all);
}

/** Only what the entry exports again stays exported. */
function toBody(text: string): string {
  const plain = text.replace(importPattern, '').replace(/^export (?!\{)/gm, '');
  return plain.replace(/ from '\.[^']*'/g, '');
}

function format(input: string): string {
  const command = [`${root}node_modules/@biomejs/biome/bin/biome`, 'format', '--stdin-file-path=checker.js'];
  return execFileSync(process.execPath, command, { cwd: root, input, encoding: 'utf8' });
}
