import { findNewestVersion } from '#domain/event-catalog/upcasters.ts';
import { runCommand } from '#server/lib/command-line/run-command.ts';
import { writeEventDocs } from './event-docs.ts';
import { readEventShapes } from './event-shapes.ts';
import {
  type EventCatalogue,
  productEvents,
  readFixtures,
  readShapes,
  testEvents,
  writeFixtures,
  writeShapes,
} from './recorded-events.ts';
import { addNewShapes, createSample, findShapeProblems } from './shape-rules.ts';

await runCommand({
  invocation: 'npm run shapes --',
  description: `Records the shapes of new events and of new versions of events in domain/event-fixtures, with an example of each,
and writes docs/events.md.`,
  options: {},
  run: recordAllShapes,
});

function recordAllShapes(): Promise<void> {
  const problems = [productEvents, testEvents].flatMap(recordShapes);
  for (const problem of problems) console.error(problem);
  if (problems.length === 0) writeEventDocs();
  process.exitCode = problems.length > 0 ? 1 : 0;
  return Promise.resolve();
}

/** Returns the remaining steps, one sentence each. */
function recordShapes(catalogue: EventCatalogue): string[] {
  const versionOf = (type: string) => findNewestVersion(type, catalogue.upcasters);
  const input = {
    now: readEventShapes(catalogue.declaredIn),
    recorded: readShapes(catalogue),
    newestVersion: versionOf,
  };
  const recorded = addNewShapes(input);
  writeShapes(catalogue, recorded);
  const fixtures = readFixtures(catalogue);
  for (const [type, shape] of Object.entries(input.now)) {
    const examples = fixtures.get(type) ?? [];
    const version = versionOf(type);
    if (examples.some((fixture) => fixture.version === version)) continue;
    const sample = createSample(shape);
    writeFixtures(catalogue, type, [...examples, { version, written: sample, read: sample }]);
    console.log(`${type}.json has an example of version ${version}: put real values into it.`);
  }
  return findShapeProblems({ ...input, recorded });
}
