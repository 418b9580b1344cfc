import { join, normalize } from 'node:path/posix';
import ts from 'typescript';
import { isProductFile, parseSource, type SourceFile, walkTree } from './source-files.ts';

/** A name as the imported file exports it and as the importing file calls it. */
export type ImportedName = { exported: string; local: string };
/** `to`: the imported TypeScript file; null for packages and other kinds of files. */
export type Import = {
  from: string;
  specifier: string;
  to: string | null;
  kind: 'import' | 're-export' | 'expression' | 'worker';
  names: ImportedName[];
};
/** An import of one product file by another. */
export type Arrow = Import & { to: string };
/** The files of the product with their imports; tests and tools are left out. */
export type ImportGraph = { files: SourceFile[]; imports: Import[]; arrows: Arrow[] };
/** The `imports` of package.json, such as `{ '#domain/*': './domain/*' }`. */
export type Aliases = Record<string, string>;

type Reference = Pick<Import, 'specifier' | 'kind' | 'names'>;

export function buildImportGraph(texts: ReadonlyMap<string, string>, aliases: Aliases): ImportGraph {
  const files = [...texts].filter(([path]) => isProductFile(path)).map(([path, text]) => parseSource(path, text));
  const imports = files.flatMap((file) =>
    findReferences(file.tree).map((reference) => {
      const to = resolveReference(reference, file.folder, { aliases, files: texts });
      return { ...reference, from: file.path, to };
    }),
  );
  const arrows = imports.filter((one): one is Arrow => one.to !== null && isProductFile(one.to));
  return { files, imports, arrows };
}

function findReferences(tree: ts.SourceFile): Reference[] {
  const references: Reference[] = [];
  walkTree(tree, (node) => {
    const reference = readDeclaration(node) ?? readExpression(node) ?? readWorkerUrl(node);
    if (reference) references.push(reference);
  });
  return references;
}

/** `import … from`, `import type … from`, `import '…'`, `export … from`. */
function readDeclaration(node: ts.Node): Reference | null {
  if (!ts.isImportDeclaration(node) && !ts.isExportDeclaration(node)) return null;
  const { moduleSpecifier } = node;
  if (!moduleSpecifier || !ts.isStringLiteral(moduleSpecifier)) return null;
  const kind = ts.isImportDeclaration(node) ? 'import' : 're-export';
  return { specifier: moduleSpecifier.text, kind, names: listNames(node) };
}

function listNames(node: ts.ImportDeclaration | ts.ExportDeclaration): ImportedName[] {
  const bound = ts.isImportDeclaration(node) ? node.importClause?.namedBindings : node.exportClause;
  if (!bound || !(ts.isNamedImports(bound) || ts.isNamedExports(bound))) return [];
  return bound.elements.map(({ propertyName, name }) => ({
    exported: (propertyName ?? name).text,
    local: name.text,
  }));
}

/** `import('…')` as a value or as a type. */
function readExpression(node: ts.Node): Reference | null {
  const literal = ts.isImportTypeNode(node) ? node.argument : isDynamicImport(node) ? node.arguments[0] : undefined;
  const text = literal && ts.isLiteralTypeNode(literal) ? literal.literal : literal;
  return text && ts.isStringLiteralLike(text) ? { specifier: text.text, kind: 'expression', names: [] } : null;
}

function isDynamicImport(node: ts.Node): node is ts.CallExpression {
  return ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
}

/** `new URL('./thread.ts', import.meta.url)`, the way workers are started. */
function readWorkerUrl(node: ts.Node): Reference | null {
  if (!ts.isNewExpression(node) || node.expression.getText() !== 'URL') return null;
  const [path, base] = node.arguments ?? [];
  if (!path || !ts.isStringLiteralLike(path) || base?.getText() !== 'import.meta.url') return null;
  return { specifier: path.text, kind: 'worker', names: [] };
}

type Places = { aliases: Aliases; files: ReadonlyMap<string, unknown> };

function resolveReference({ specifier, kind }: Reference, folder: string, { aliases, files }: Places): string | null {
  const isRelative = specifier.startsWith('.') || kind === 'worker';
  const path = isRelative ? join(folder, specifier) : resolveAlias(specifier, aliases);
  if (path === null) return null;
  const bare = normalize(path);
  const candidates = [bare, `${bare}.ts`, `${bare}.tsx`, bare.replace(/\.js$/, '.ts'), `${bare}/index.ts`];
  return candidates.find((one) => files.has(one)) ?? null;
}

function resolveAlias(specifier: string, aliases: Aliases): string | null {
  const alias = Object.entries(aliases).find(([pattern]) => specifier.startsWith(pattern.replace('*', '')));
  return alias ? alias[1].replace('*', specifier.slice(alias[0].length - 1)) : null;
}
