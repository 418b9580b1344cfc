import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { testUpcasters } from '#domain/event-catalog/testing/lamp-switched.ts';
import { type Upcasters, upcasters } from '#domain/event-catalog/upcasters.ts';
import type { EventFixture, RecordedShapes } from './shape-rules.ts';

/**
 * Events whose shapes are recorded: the file that exports them as DomainEvent (from the root of the repository), the
 * folder of their shapes and examples, and the upcasters of their older versions.
 */
export type EventCatalogue = { declaredIn: string; folder: string; upcasters: Upcasters };

const root = resolve(import.meta.dirname, '../..');

export const productEvents: EventCatalogue = {
  declaredIn: 'domain/event-catalog/events.ts',
  folder: join(root, 'domain/event-fixtures'),
  upcasters,
};

/** An event that exists only in tests: it proves the mechanism while no event of the product has changed. */
export const testEvents: EventCatalogue = {
  declaredIn: 'domain/event-catalog/testing/lamp-switched.ts',
  folder: join(root, 'domain/event-fixtures/testing'),
  upcasters: testUpcasters,
};

const shapesFile = 'shapes.json';

export function readShapes({ folder }: EventCatalogue): RecordedShapes {
  return JSON.parse(readFileSync(join(folder, shapesFile), 'utf8')) as RecordedShapes; // written by `writeShapes`
}

export function writeShapes({ folder }: EventCatalogue, shapes: RecordedShapes): void {
  writeJson(join(folder, shapesFile), shapes);
}

/** By type. */
export function readFixtures({ folder }: EventCatalogue): Map<string, EventFixture[]> {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json') && name !== shapesFile);
  return new Map(
    files.map((name) => [
      name.replace('.json', ''),
      JSON.parse(readFileSync(join(folder, name), 'utf8')) as EventFixture[], // the tests check each
    ]),
  );
}

export function writeFixtures({ folder }: EventCatalogue, type: string, fixtures: EventFixture[]): void {
  writeJson(join(folder, `${type}.json`), fixtures);
}

function writeJson(file: string, value: unknown): void {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}
