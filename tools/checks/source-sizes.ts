import ts from 'typescript';
import { type SourceFile, walkTree } from './source-files.ts';

/** Lines of code: without blank lines and comments. */
export type Sizes = { files: number[]; functions: number[] };

/** The sizes of the files, and of the functions that have a block body. */
export function measureSizes(files: readonly SourceFile[]): Sizes {
  const sizes: Sizes = { files: [], functions: [] };
  for (const { tree } of files) {
    const lines = findLinesOfCode(tree);
    sizes.files.push(lines.size);
    walkTree(tree, (node) => {
      if (hasBlock(node)) sizes.functions.push(countLinesWithin(node, tree, lines));
    });
  }
  return sizes;
}

export function findPercentile(numbers: readonly number[], part: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

function hasBlock(node: ts.Node): boolean {
  return ts.isFunctionLike(node) && 'body' in node && node.body !== undefined && ts.isBlock(node.body);
}

/** The numbers of the lines that a token covers. */
function findLinesOfCode(tree: ts.SourceFile): Set<number> {
  const lines = new Set<number>();
  const visit = (node: ts.Node) => {
    if (ts.isJSDoc(node) || node.kind === ts.SyntaxKind.EndOfFileToken) return;
    const children = node.getChildren(tree);
    if (children.length > 0) children.forEach(visit);
    else if (node.kind !== ts.SyntaxKind.SyntaxList) addLinesOfToken(node, tree, lines);
  };
  visit(tree);
  return lines;
}

function addLinesOfToken(token: ts.Node, tree: ts.SourceFile, lines: Set<number>): void {
  const first = tree.getLineAndCharacterOfPosition(token.getStart(tree)).line;
  for (const [index, text] of token.getText(tree).split('\n').entries()) {
    if (text.trim() !== '') lines.add(first + index);
  }
}

function countLinesWithin(node: ts.Node, tree: ts.SourceFile, lines: ReadonlySet<number>): number {
  const first = tree.getLineAndCharacterOfPosition(node.getStart(tree)).line;
  const last = tree.getLineAndCharacterOfPosition(node.end).line;
  let count = 0;
  for (let line = first; line <= last; line += 1) if (lines.has(line)) count += 1;
  return count;
}
