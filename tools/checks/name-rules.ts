import { basename } from 'node:path/posix';
import ts from 'typescript';
import type { SourceFile } from './source-files.ts';

/** Words with a meaning only in this project, each with the standard term that replaces it. */
const privateWords: Partial<Record<string, string>> = {
  anew: 'again',
  beside: 'extra',
  desk: 'service',
  doorbell: 'signal',
  duties: 'roles',
  duty: 'role',
  errand: 'maintenance',
  errands: 'maintenance',
  gather: 'collect',
  gathering: 'collect',
  letter: 'dead letter',
  letters: 'dead letters',
  likeness: 'fingerprint',
  loudly: 'with an error',
  mortal: 'crash',
  nobody: 'anonymous',
  office: 'fixture',
  parked: 'failed event',
  patience: 'timeout',
  plainly: 'normalized',
  rivals: 'baselines',
  settle: 'process',
  settled: 'processed',
  settler: 'processor',
  settling: 'processing',
  sighting: 'match',
  somebody: 'client',
  spot: 'grid cell',
  spots: 'grid cells',
  told: 'notified',
  turn: 'lease or mutex',
  turns: 'leases or mutex',
  unpark: 'clear failed events',
  untold: 'pending',
  wakes: 'signal',
  whoever: 'user',
  wish: 'filter',
  wishes: 'filters',
};
/** Participles, and words that name neither a thing nor its unit. */
const vagueNames = new Set(
  (
    'asked basis brought every felt forgotten given held kept known limit longest looked made meant most much noted ' +
    'offered said seen sent shown slice soon taken usual wanted withheld written'
  ).split(' '),
);
/** The name that given / when / then tests begin with. */
const testWords = new Set(['given']);

/** A sentence for each file or export name that a newcomer could not search for; tests are checked too. */
export function findPrivateNames(files: readonly Pick<SourceFile, 'path' | 'tree'>[]): string[] {
  return files.flatMap(({ path, tree }) => {
    const fileName = basename(path).replace(/\..*$/, '');
    const names = listExportedNames(tree).map((name) => ({ name, where: `${name}, exported by ${path},` }));
    return [{ name: fileName, where: `The file ${path}` }, ...names].flatMap(({ name, where }) => {
      const fault = describeFault(name);
      return fault === null ? [] : [`${where} ${fault}.`];
    });
  });
}

function describeFault(name: string): string | null {
  if (testWords.has(name)) return null;
  if (vagueNames.has(name.toLowerCase())) return 'does not say what it is';
  const word = findPrivateWord(name);
  return word === undefined ? null : `uses the private word '${word}': say '${privateWords[word] ?? ''}'`;
}

/** The first private word of a name or a text. */
export function findPrivateWord(text: string): string | undefined {
  const words = splitWords(text);
  const isTerm = (word: string, index: number) =>
    (/^letters?$/.test(word) && words[index - 1] === 'dead') ||
    (word === 'turn' && /^(on|off)$/.test(words[index + 1] ?? ''));
  return words.find((word, index) => privateWords[word] !== undefined && !isTerm(word, index));
}

/** `takeTurnsOf` and `take-turns-of` as take, turns, of. */
function splitWords(name: string): string[] {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(Boolean);
}

function listExportedNames(tree: ts.SourceFile): string[] {
  return tree.statements.filter(isExported).flatMap((statement) => {
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []));
    const { name } = statement as ts.DeclarationStatement; // no other declaration can have an export modifier
    return name && ts.isIdentifier(name) ? [name.text] : [];
  });
}

function isExported(statement: ts.Statement): boolean {
  if (!ts.canHaveModifiers(statement)) return false;
  return ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;
}
