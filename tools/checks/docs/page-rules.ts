import { basename } from 'node:path/posix';
import type { Page } from './page.ts';

const maxReadmeBytes = 7000;

export function findReadmeProblems(readme: string): string[] {
  const bytes = Buffer.byteLength(readme);
  return bytes > maxReadmeBytes ? [`README.md has ${bytes} bytes, at most ${maxReadmeBytes} are allowed`] : [];
}

/** Each decision has the number of its file in its heading, and is in the index under that heading. */
export function findDecisionProblems(decisions: readonly Page[], index: string): string[] {
  return decisions.flatMap(({ path, text }) => {
    const file = basename(path);
    const heading = /^# (.+)$/m.exec(text)?.[1] ?? '';
    const problems = heading.startsWith(`${Number.parseInt(file, 10)}. `)
      ? []
      : [`${path} has another number in its heading`];
    return index.includes(`[${heading}](${file})`)
      ? problems
      : [...problems, `docs/adr/README.md lacks [${heading}](${file})`];
  });
}

/** The terms of the glossary that no source file contains, in any spelling of names. */
export function findUnusedTerms(glossary: string, sources: readonly string[]): string[] {
  const terms = [...glossary.matchAll(/^\| \*\*(.+?)\*\* \|/gm)].map(([, term = '']) => term);
  if (terms.length === 0) return ['docs/glossary.md has no terms'];
  const code = ` ${sources.map(toWords).join(' ')} `;
  return terms
    .filter((term) => !code.includes(` ${toWords(term)} `) && !code.includes(` ${toWords(term)}s `))
    .map((term) => `docs/glossary.md explains '${term}', which is not in the code`);
}

/** `createOutbox` and `create-outbox` as `create outbox`. */
function toWords(text: string): string {
  return text
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .join(' ')
    .trim();
}
