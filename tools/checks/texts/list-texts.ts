import ts from 'typescript';
import { type SourceFile, walkTree } from '../source-files.ts';

const testCall = /^(?:it|test|describe)\b/;
const styleAttributes = new Set(['className', 'd', 'style', 'viewBox']);

/** What a person reads of a file: texts of several words, each on one line, and the comments. */
export function listTexts({ tree }: Pick<SourceFile, 'tree'>): string[] {
  const texts: string[] = [];
  walkTree(tree, (node) => {
    const text = readText(node);
    if (text !== null) texts.push(text);
  });
  return [...texts.map(toOneLine).filter((text) => text.includes(' ')), ...listComments(tree)];
}

/** The titles of a file's tests, and its comments: its other texts are examples. */
export function listTestTexts({ tree }: Pick<SourceFile, 'tree'>): string[] {
  const titles: string[] = [];
  walkTree(tree, (node) => {
    if (!ts.isCallExpression(node) || !testCall.test(node.expression.getText(tree))) return;
    const [title] = node.arguments;
    const text = title && readText(title);
    if (text) titles.push(toOneLine(text));
  });
  return [...titles, ...listComments(tree)];
}

function readText(node: ts.Node): string | null {
  if (ts.isJsxText(node)) return node.text;
  if (ts.isTemplateExpression(node)) {
    return node.head.text + node.templateSpans.map(({ literal }) => ` … ${literal.text}`).join('');
  }
  if (!ts.isStringLiteralLike(node)) return null;
  const isStyle = ts.isJsxAttribute(node.parent) && styleAttributes.has(node.parent.name.getText());
  return isStyle ? null : node.text;
}

function listComments(tree: ts.SourceFile): string[] {
  return [...tree.text.matchAll(/(?:^|\s)\/\*\*?([\s\S]*?)\*\/|^\s*\/\/(.*)$/gm)].map(([, block, line]) =>
    toOneLine((block ?? line ?? '').replaceAll(/^\s*\*/gm, ' ')),
  );
}

function toOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
