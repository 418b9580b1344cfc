import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Fixture, Recorded } from './shape-rules.ts';

const folder = resolve(import.meta.dirname, '../domain/golden');
const shapesFile = 'shapes.json';

export function readShapes(): Recorded {
  return JSON.parse(readFileSync(join(folder, shapesFile), 'utf8')) as Recorded; // written by `writeShapes`
}

export function writeShapes(shapes: Recorded): void {
  write(shapesFile, shapes);
}

/** By type. */
export function readFixtures(): Map<string, Fixture[]> {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json') && name !== shapesFile);
  return new Map(
    files.map((name) => [
      name.replace('.json', ''),
      JSON.parse(readFileSync(join(folder, name), 'utf8')) as Fixture[], // the tests look at each
    ]),
  );
}

export function writeFixtures(type: string, fixtures: Fixture[]): void {
  write(`${type}.json`, fixtures);
}

function write(name: string, value: unknown): void {
  writeFileSync(join(folder, name), `${JSON.stringify(value, null, 2)}\n`);
}
