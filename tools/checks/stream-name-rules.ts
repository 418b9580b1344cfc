import ts from 'typescript';
import { type SourceFile, walkTree } from './source-files.ts';

const namingFile = 'domain/event-catalog/streams.ts';
const kindsType = 'StreamEvents';
const layers = /^(domain|projections|server)\//;

/** Names of streams that are put together outside of the file that names them: a sentence for each. */
export function findStrayStreamNames(files: readonly SourceFile[]): string[] {
  const kinds = new Set(listStreamKinds(files));
  if (kinds.size === 0) return [`No kinds of streams were found in ${namingFile}.`];
  return files
    .filter(({ path }) => layers.test(path) && path !== namingFile)
    .flatMap(({ path, tree }) =>
      listTemplateHeads(tree)
        .filter(({ text }) => text.endsWith('-') && kinds.has(text.slice(0, -1)))
        .map(({ text, line }) => `${path}:${line} names a stream by '${text}': only ${namingFile} may.`),
    );
}

function listStreamKinds(files: readonly SourceFile[]): string[] {
  const kinds: string[] = [];
  const tree = files.find(({ path }) => path === namingFile)?.tree;
  tree?.forEachChild((node) => {
    if (!ts.isTypeAliasDeclaration(node) || node.name.text !== kindsType || !ts.isTypeLiteralNode(node.type)) return;
    for (const { name } of node.type.members) if (name && ts.isIdentifier(name)) kinds.push(name.text);
  });
  return kinds;
}

function listTemplateHeads(tree: ts.SourceFile): { text: string; line: number }[] {
  const heads: { text: string; line: number }[] = [];
  walkTree(tree, (node) => {
    if (!ts.isTemplateExpression(node)) return;
    const line = tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1;
    heads.push({ text: node.head.text, line });
  });
  return heads;
}
