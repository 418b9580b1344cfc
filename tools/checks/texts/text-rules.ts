import type { SourceFile } from '../source-files.ts';
import { listTestTexts, listTexts } from './list-texts.ts';
import { britishSpellings, privatePhrases } from './private-phrases.ts';

const testFiles = /\.(?:test|suite)\.tsx?$/;
/** The words of advertisements, and of this check. */
const exampleFiles = /^(?:domain\/classification\/vocabulary|tools\/(?:checks|evaluate|bench))\/(?!.*\.test\.ts)/;

const rules = [...privatePhrases, ...britishSpellings].map(([phrase, say]) => ({
  pattern: new RegExp(String.raw`(?<![\w-])(?:${phrase})(?![\w-])`, 'i'),
  say,
}));

/** A sentence for each private phrase in the pages, mails, errors, logs, comments and test titles. */
export function findPrivateTexts(files: readonly Pick<SourceFile, 'path' | 'tree'>[]): string[] {
  return files
    .filter(({ path }) => !exampleFiles.test(path))
    .flatMap((file) => {
      const texts = testFiles.test(file.path) ? listTestTexts(file) : listTexts(file);
      return texts.flatMap((text) => findPrivatePhrases(text).map((fault) => `${file.path} ${fault}`));
    });
}

/** "says 'anew': say 'again': (the text)" for each private phrase of a text. */
export function findPrivatePhrases(text: string): string[] {
  return rules.flatMap(({ pattern, say }) => {
    const match = pattern.exec(text);
    if (match === null) return [];
    const start = Math.max(0, match.index - 30);
    return [`says '${match[0]}', write '${say}': ${text.slice(start, start + 100)}`];
  });
}
