import { join } from 'node:path/posix';
import ts from 'typescript';
import { type SourceFile, walkTree } from './source-files.ts';

/** A type that passes dependencies to a module: its name, its file, and its number of fields. */
export type DependencyObject = { name: string; path: string; fields: number };

type Declaration = ts.TypeAliasDeclaration | ts.InterfaceDeclaration;
/** Exported types by file and name, and the origins of a file's imported names. */
type Catalogue = {
  exported: Map<string, Declaration>;
  origins: Map<string, { to: string; exported: string }>;
  stars: Map<string, string[]>;
};

const minThingsHandedDown = 2;

/**
 * Exported types outside of the domain with at least two fields that have functions of their own. The largest come
 * first.
 */
export function findDependencyObjects(files: readonly SourceFile[]): DependencyObject[] {
  const catalogue = buildCatalogue(files);
  return files
    .filter(({ path }) => !path.startsWith('domain/'))
    .flatMap((file) =>
      listExportedTypes(file)
        .filter((declaration) => handsThingsDown(catalogue, file.path, declaration))
        .map((declaration) => ({
          name: declaration.name.text,
          path: file.path,
          fields: listMembers(declaration).length,
        })),
    )
    .toSorted((a, b) => b.fields - a.fields);
}

function buildCatalogue(files: readonly SourceFile[]): Catalogue {
  const catalogue: Catalogue = { exported: new Map(), origins: new Map(), stars: new Map() };
  for (const file of files) {
    for (const declaration of listExportedTypes(file)) {
      catalogue.exported.set(`${file.path}#${declaration.name.text}`, declaration);
    }
    for (const statement of file.tree.statements) addOrigins(catalogue, file, statement);
  }
  return catalogue;
}

/** Notes where the names come from that a file imports or exports from another. */
function addOrigins({ origins, stars }: Catalogue, { path, folder }: SourceFile, statement: ts.Statement): void {
  if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return;
  const { moduleSpecifier } = statement;
  if (!moduleSpecifier || !ts.isStringLiteral(moduleSpecifier)) return;
  const to = resolveImport(moduleSpecifier.text, folder);
  if (ts.isExportDeclaration(statement) && !statement.exportClause) stars.set(path, [...(stars.get(path) ?? []), to]);
  for (const { propertyName, name } of listBindings(statement)) {
    origins.set(`${path}#${name.text}`, { to, exported: (propertyName ?? name).text });
  }
}

function listBindings(
  statement: ts.ImportDeclaration | ts.ExportDeclaration,
): readonly (ts.ImportSpecifier | ts.ExportSpecifier)[] {
  const bound = ts.isImportDeclaration(statement) ? statement.importClause?.namedBindings : statement.exportClause;
  return bound && (ts.isNamedImports(bound) || ts.isNamedExports(bound)) ? bound.elements : [];
}

/** Imports name whole files: relative ones, or by the aliases of package.json, which begin with the folder's name. */
function resolveImport(specifier: string, folder: string): string {
  if (specifier.startsWith('.')) return join(folder, specifier);
  return specifier.replace(/^#web\//, 'web/src/').replace(/^#/, '');
}

function listExportedTypes({ tree }: SourceFile): Declaration[] {
  return tree.statements
    .filter((one) => ts.isTypeAliasDeclaration(one) || ts.isInterfaceDeclaration(one))
    .filter(({ modifiers }) => modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword));
}

function handsThingsDown(catalogue: Catalogue, path: string, declaration: Declaration): boolean {
  const things = listMembers(declaration).filter((member) => {
    if (!ts.isPropertySignature(member) || member.type === undefined || isFunctionMember(member)) return false;
    return listReferences(member.type).some((name) => hasFunctions(findDeclaration(catalogue, path, name)));
  });
  return things.length >= minThingsHandedDown;
}

function hasFunctions(declaration: Declaration | undefined): boolean {
  return declaration !== undefined && listMembers(declaration).some(isFunctionMember);
}

/** Follows imports and re-exports to the declaration of a type. */
function findDeclaration(
  catalogue: Catalogue,
  path: string,
  name: string,
  visited = new Set<string>(),
): Declaration | undefined {
  const key = `${path}#${name}`;
  if (visited.has(key)) return undefined;
  visited.add(key);
  const own = catalogue.exported.get(key);
  if (own) return own;
  const origin = catalogue.origins.get(key);
  if (origin) return findDeclaration(catalogue, origin.to, origin.exported, visited);
  for (const to of catalogue.stars.get(path) ?? []) {
    const declaration = findDeclaration(catalogue, to, name, visited);
    if (declaration) return declaration;
  }
  return undefined;
}

/** Of a type literal, an interface, or an intersection of them. */
function listMembers(node: Declaration | ts.TypeNode): readonly ts.TypeElement[] {
  if (ts.isTypeAliasDeclaration(node) || ts.isParenthesizedTypeNode(node)) return listMembers(node.type);
  if (ts.isIntersectionTypeNode(node)) return node.types.flatMap((type) => listMembers(type));
  return ts.isInterfaceDeclaration(node) || ts.isTypeLiteralNode(node) ? node.members : [];
}

function isFunctionMember(member: ts.TypeElement): boolean {
  if (ts.isMethodSignature(member)) return true;
  return ts.isPropertySignature(member) && member.type !== undefined && ts.isFunctionTypeNode(member.type);
}

function listReferences(type: ts.TypeNode): string[] {
  const names: string[] = [];
  walkTree(type, (node) => {
    if (ts.isTypeReferenceNode(node) && ts.isIdentifier(node.typeName)) names.push(node.typeName.text);
  });
  return names;
}
