import type { Shape } from './event-shapes.ts';

/** By type and version, as domain/event-fixtures/shapes.json keeps them. */
export type RecordedShapes = Record<string, Record<string, Shape>>;
/** Data as once written, its version, and its present form; domain/event-fixtures has a list of them per type. */
export type EventFixture = { version: number; written: unknown; read: unknown };

type ShapeRulesInput = {
  now: Record<string, Shape>;
  recorded: RecordedShapes;
  newestVersion: (type: string) => number;
};

/** The steps needed before events may have their present shapes: one sentence each. */
export function findShapeProblems({ now, recorded, newestVersion }: ShapeRulesInput): string[] {
  const removed = Object.keys(recorded).filter((type) => !(type in now));
  return [
    ...removed.map(
      (type) =>
        `${type} is no DomainEvent any more. Before the first tagged release: remove it from domain/event-fixtures. After it logs hold such events: put it back.`,
    ),
    ...Object.entries(now).flatMap(([type, shape]) => {
      const versions = recorded[type] ?? {};
      const version = newestVersion(type);
      const before = Math.max(0, ...Object.keys(versions).map(Number));
      if (version < before)
        return [`${type} was at version ${before}: put its upcasters back in domain/event-catalog/upcasters.ts.`];
      const recordedShape = versions[version];
      if (recordedShape === undefined) return [describeUnrecorded(type, version)];
      return isSameShape(recordedShape, shape) ? [] : [describeChanged(type, version)];
    }),
  ];
}

function describeUnrecorded(type: string, version: number): string {
  return `Version ${version} of ${type} is not recorded: run \`npm run shapes\`, put real values into what it adds to domain/event-fixtures/${type}.json, and commit both.`;
}

function describeChanged(type: string, version: number): string {
  return `The data of ${type} have changed. Before the first tagged release: remove ${type} from domain/event-fixtures/shapes.json, run \`npm run shapes\`, and put the new fields into domain/event-fixtures/${type}.json. After it logs hold events of version ${version}: add an upcaster from ${version} to ${version + 1} to domain/event-catalog/upcasters.ts (one that gives the data back as they are, where everything written before is still right), run \`npm run shapes\`, and give the events of version ${version} in domain/event-fixtures/${type}.json what they read as now.`;
}

/** The output of `npm run shapes`: adds the shapes of versions that were not recorded; recorded ones are unchanged. */
export function addNewShapes({ now, recorded, newestVersion }: ShapeRulesInput): RecordedShapes {
  const types = [...new Set([...Object.keys(recorded), ...Object.keys(now)])].toSorted();
  return Object.fromEntries(
    types.map((type) => {
      const shape = now[type];
      return [type, { ...(shape !== undefined && { [newestVersion(type)]: shape }), ...recorded[type] }];
    }),
  );
}

function isSameShape(one: Shape, other: Shape): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The path at which a value does not match a shape; null where it matches. */
export function findMisfit(shape: Shape, value: unknown, path = 'data'): string | null {
  if (typeof shape === 'string') return hasShape(shape, value) ? null : `${path} should be ${shape}`;
  if (Array.isArray(shape)) return findMisfitIn(shape[0] ?? 'never', value, path);
  const { anyOf } = shape;
  if (Array.isArray(anyOf)) return findMisfitOfAll(anyOf, value, path);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return `${path} should be an object`;
  return findMisfitOf(shape, new Map(Object.entries(value)), path);
}

function findMisfitOfAll(shapes: Shape[], value: unknown, path: string): string | null {
  const fits = shapes.some((one) => findMisfit(one, value, path) === null);
  return fits ? null : `${path} is none of its alternatives`;
}

function findMisfitIn(shape: Shape, value: unknown, path: string): string | null {
  if (!Array.isArray(value)) return `${path} should be a list`;
  return (
    value.map((one: unknown, index) => findMisfit(shape, one, `${path}[${index}]`)).find((one) => one !== null) ?? null
  );
}

function findMisfitOf(shape: Record<string, Shape>, fields: Map<string, unknown>, path: string): string | null {
  if ('[string]' in shape) return null;
  const unknown = [...fields.keys()].find((name) => !(name in shape) && !(`${name}?` in shape));
  if (unknown !== undefined) return `${path}.${unknown} should not be there`;
  for (const [name, inner] of Object.entries(shape)) {
    const fieldName = name.replace(/\?$/, '');
    if (name.endsWith('?') && !fields.has(fieldName)) continue;
    const problem = findMisfit(inner, fields.get(fieldName), `${path}.${fieldName}`);
    if (problem !== null) return problem;
  }
  return null;
}

function hasShape(shape: string, value: unknown): boolean {
  return shape.split(' | ').some((one) => {
    if (one === 'unknown') return true;
    if (one === 'null') return value === null;
    return one.startsWith("'") ? value === one.slice(1, -1) : typeof value === one;
  });
}

/** A value of the shape, as the start of a fixture. */
export function createSample(shape: Shape): unknown {
  if (Array.isArray(shape)) return shape.map(createSample);
  if (typeof shape === 'string') return createSimpleSample(shape.split(' | ').findLast((one) => one !== 'null') ?? '');
  if (Array.isArray(shape['anyOf'])) return createSample(shape['anyOf'][0] ?? '');
  const named = Object.entries(shape).filter(([name]) => !name.startsWith('['));
  return Object.fromEntries(named.map(([name, inner]) => [name.replace(/\?$/, ''), createSample(inner)]));
}

function createSimpleSample(shape: string): unknown {
  if (shape.startsWith("'")) return shape.slice(1, -1);
  if (shape === 'string') return 'text';
  if (shape === 'number') return 1;
  return shape === 'boolean' ? true : null;
}
