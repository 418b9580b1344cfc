import { describe, expect, it } from 'vitest';
import { findNewestVersion } from '#domain/event-catalog/upcasters.ts';
import { readEventShapes } from './event-shapes.ts';
import { productEvents, readFixtures, readShapes, testEvents } from './recorded-events.ts';
import { findMisfit, addNewShapes, createSample, findShapeProblems } from './shape-rules.ts';

describe.each([
  { name: 'the product', catalogue: productEvents },
  { name: 'the tests alone', catalogue: testEvents },
])('Of the events of $name', ({ catalogue }) => {
  const recorded = readShapes(catalogue);
  const versionOf = (type: string) => findNewestVersion(type, catalogue.upcasters);

  it('Every shape of an event is recorded, and none changed since', () => {
    const now = readEventShapes(catalogue.declaredIn);
    expect(findShapeProblems({ now, recorded, newestVersion: versionOf })).toEqual([]);
  });

  const versions = Object.entries(recorded).flatMap(([type, shapes]) =>
    Object.entries(shapes).map(([version, shape]) => ({ type, version: Number(version), shape })),
  );
  const fixtures = readFixtures(catalogue);

  it.each(versions)('There is an example that has the shape of $type, version $version', ({ type, version, shape }) => {
    const examples = (fixtures.get(type) ?? []).filter((fixture) => fixture.version === version);
    expect(examples, `${type}.json has none of version ${version}`).not.toEqual([]);
    const newest = recorded[type]?.[versionOf(type)] ?? 'never';
    for (const { written, read } of examples) {
      expect(findMisfit(shape, written)).toBeNull();
      expect(findMisfit(newest, read)).toBeNull();
    }
  });
});

it('Every event of the product is at version 1 until the first tagged release', () => {
  const later = Object.entries(readShapes(productEvents)).filter(
    ([, versions]) => Object.keys(versions).join() !== '1',
  );
  expect(later).toEqual([]);
});

it('The event of the tests has two versions, so that the examples of an older one are read', () => {
  expect(Object.keys(readShapes(testEvents)['LampSwitched'] ?? {})).toEqual(['1', '2']);
});

describe('a change of an event', () => {
  const now = { Moved: { to: 'string' } };
  const atVersion = (version: number) => () => version;

  it('A change of an event is reported with what to do about it', () => {
    const [problem, ...others] = findShapeProblems({
      now,
      recorded: { Moved: { 1: { where: 'string' } } },
      newestVersion: atVersion(1),
    });
    expect(others).toEqual([]);
    expect(problem).toContain('The data of Moved have changed');
    expect(problem).toContain('add an upcaster from 1 to 2 to domain/event-catalog/upcasters.ts');
    expect(problem).toContain('npm run shapes');
    expect(problem).toContain('domain/event-fixtures/Moved.json');
  });

  it('A change of an event is reported when its upcaster exists but its shape is not recorded, like a new event', () => {
    const input = { now, recorded: { Moved: { 1: { where: 'string' } } }, newestVersion: atVersion(2) };
    expect(findShapeProblems(input)).toEqual([expect.stringContaining('Version 2 of Moved is not recorded')]);
    expect(findShapeProblems({ ...input, recorded: {}, newestVersion: atVersion(1) })).toHaveLength(1);
    const shapes = addNewShapes(input);
    expect(shapes).toEqual({ Moved: { 1: { where: 'string' }, 2: { to: 'string' } } });
    expect(findShapeProblems({ ...input, recorded: shapes })).toEqual([]);
  });

  it('A change of an event does not overwrite a recorded shape', () => {
    const input = { now, recorded: { Moved: { 1: { where: 'string' } } }, newestVersion: atVersion(1) };
    expect(addNewShapes(input)).toEqual(input.recorded);
  });

  it('A change of an event is reported when an event or an upcaster is removed', () => {
    expect(findShapeProblems({ now: {}, recorded: { Moved: { 1: {} } }, newestVersion: atVersion(1) })).toEqual([
      expect.stringContaining('put it back'),
    ]);
    const twice = { Moved: { 1: { where: 'string' }, 2: { to: 'string' } } };
    expect(findShapeProblems({ now, recorded: twice, newestVersion: atVersion(1) })).toEqual([
      expect.stringContaining('put its upcasters back'),
    ]);
  });
});

describe('a value', () => {
  const shape = {
    kind: "'new' | 'old'",
    'note?': 'null | string',
    list: [{ n: 'number' }],
    item: { '[string]': 'unknown' },
    either: { anyOf: [{ a: 'boolean' }, 'null'] },
  };
  const right = { kind: 'new', list: [{ n: 1 }], item: { any: [] }, either: null };

  it('A value matches a shape or is reported with the path of the mismatch', () => {
    expect(findMisfit(shape, right)).toBeNull();
    expect(findMisfit(shape, { ...right, note: null, either: { a: true } })).toBeNull();
    expect(findMisfit(shape, { ...right, kind: 'newer' })).toBe("data.kind should be 'new' | 'old'");
    expect(findMisfit(shape, { ...right, list: [{ n: 1 }, { n: '1' }] })).toBe('data.list[1].n should be number');
    expect(findMisfit(shape, { ...right, list: {} })).toBe('data.list should be a list');
    expect(findMisfit(shape, { ...right, other: 1 })).toBe('data.other should not be there');
    expect(findMisfit(shape, { ...right, either: 1 })).toBe('data.either is none of its alternatives');
    expect(findMisfit(shape, [])).toBe('data should be an object');
  });

  it('A value is generated as a first example', () => {
    expect(findMisfit(shape, createSample(shape))).toBeNull();
  });
});
