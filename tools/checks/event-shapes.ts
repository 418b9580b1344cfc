import { resolve } from 'node:path';
import ts from 'typescript';

/** A type as JSON: fields by name (`name?` for an optional one), a list as `[of what]`, alternatives as `{ anyOf }`. */
export type Shape = string | Shape[] | { [field: string]: Shape };

const root = resolve(import.meta.dirname, '../..');
/** Types are trees here: anything deeper refers to itself, and no event does. */
const maxDepth = 12;

/**
 * The data of each event type as a file (from the root of the repository) declares them now. Throws where it declares
 * none.
 */
export function readEventShapes(home: string): Record<string, Shape> {
  const { options } = ts.parseJsonConfigFileContent(
    { extends: './tsconfig.json', files: [home] },
    ts.sys,
    resolve(root, 'domain'),
  );
  const program = ts.createProgram([resolve(root, home)], options);
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(resolve(root, home));
  const exported = source && checker.getSymbolAtLocation(source);
  const symbol = exported && checker.getExportsOfModule(exported).find(({ name }) => name === 'DomainEvent');
  if (!symbol) throw new Error(`${home} exports no DomainEvent`);
  const all = checker.getDeclaredTypeOfSymbol(symbol);
  const shapes = (all.isUnion() ? all.types : [all]).flatMap((member) => {
    const [type, data] = ['type', 'data'].map((name) => findFieldType(checker, member, name));
    const names = type?.isUnion() ? type.types : [type];
    return names.map((name) => [readLiteral(name, home), data ? toShape(checker, data) : 'nothing'] as const);
  });
  return Object.fromEntries(shapes.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

function findFieldType(checker: ts.TypeChecker, type: ts.Type, name: string): ts.Type | undefined {
  const field = checker.getPropertyOfType(type, name);
  return field && checker.getTypeOfSymbol(field);
}

function readLiteral(type: ts.Type | undefined, home: string): string {
  if (type?.isStringLiteral()) return type.value;
  throw new Error(`A member of DomainEvent in ${home} has no name as its type`);
}

function toShape(checker: ts.TypeChecker, type: ts.Type, depth = 0): Shape {
  if (depth > maxDepth) throw new Error(`${checker.typeToString(type)} goes too deep for the data of an event`);
  const inner = (one: ts.Type) => toShape(checker, one, depth + 1);
  if (type.isUnion() && !(type.flags & ts.TypeFlags.Boolean)) return toAlternatives(type.types, inner);
  if (checker.isArrayType(type)) return checker.getTypeArguments(type as ts.TypeReference).map(inner);
  if (!(type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)))
    return checker.typeToString(type).replaceAll('"', "'");
  const named = checker.getPropertiesOfType(type).map((field): [string, Shape] => {
    const isOptional = (field.flags & ts.SymbolFlags.Optional) !== 0;
    return [isOptional ? `${field.name}?` : field.name, inner(checker.getTypeOfSymbol(field))];
  });
  const others = checker
    .getIndexInfosOfType(type)
    .map(({ keyType, type: value }): [string, Shape] => [`[${checker.typeToString(keyType)}]`, inner(value)]);
  return Object.fromEntries([...named.toSorted(([one], [other]) => (one < other ? -1 : 1)), ...others]);
}

/** Simple types as one text in alphabetical order; `true | false` is a boolean, and undefined is left out. */
function toAlternatives(types: ts.Type[], inner: (type: ts.Type) => Shape): Shape {
  const isBoolean = (type: ts.Type) => (type.flags & ts.TypeFlags.BooleanLiteral) !== 0;
  const isEither = types.filter(isBoolean).length === 2;
  const shapes = types
    .filter((type) => !(type.flags & ts.TypeFlags.Undefined) && !(isEither && isBoolean(type)))
    .map(inner);
  if (isEither) shapes.push('boolean');
  const simple = shapes.filter((shape) => typeof shape === 'string').toSorted();
  const others = shapes.filter((shape) => typeof shape !== 'string');
  const text = simple.length > 0 ? [simple.join(' | ')] : [];
  const [first = 'never', ...more] = [...others, ...text];
  return more.length === 0 ? first : { anyOf: [first, ...more] };
}
