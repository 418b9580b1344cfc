import { newestVersion } from '#domain/upcasters.ts';
import { eventShapes } from './event-shapes.ts';
import { readFixtures, readShapes, writeFixtures, writeShapes } from './golden.ts';
import { recordedToo, sampleOf, shapeProblems } from './shape-rules.ts';

// Records the shapes of new events, and of new versions of events: domain/golden/shapes.json, and an example of each.
const given = { now: eventShapes(), recorded: readShapes(), newestVersion };
const recorded = recordedToo(given);
writeShapes(recorded);

const fixtures = readFixtures();
for (const [type, shape] of Object.entries(given.now)) {
  const known = fixtures.get(type) ?? [];
  const version = newestVersion(type);
  if (known.some((fixture) => fixture.version === version)) continue;
  const sample = sampleOf(shape);
  writeFixtures(type, [...known, { version, written: sample, read: sample }]);
  console.log(`domain/golden/${type}.json has an example of version ${version}: put real values into it.`);
}

const problems = shapeProblems({ ...given, recorded });
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
