import { describe, expect, it } from 'vitest';
import type { PlantName } from './plants/plants.ts';
import { runChaos } from './run-chaos.ts';
import { judge, type CheckName } from './verdicts/verdict.ts';

const minutes = 0.3;
/** How soon answers come depends on what else this machine does. */
const timed: CheckName = 'answers come within 3 s but for faults';

async function findMissed(plant: PlantName | null): Promise<string[]> {
  const verdicts = judge(await runChaos({ stores: 'embedded', minutes, seed: 5, plant }));
  return verdicts.flatMap(({ what, violations }) =>
    violations.length === 0 || what === timed ? [] : [what, ...violations.slice(0, 3)],
  );
}

describe('a run of chaos', () => {
  it('A run of chaos on the product as it is finds nothing', async () => {
    expect(await findMissed(null)).toEqual([]);
  });

  it.each<[PlantName, CheckName]>([
    ['lost-receivers', 'every due alert is delivered once'],
    ['kept-document', 'an erased member leaves no trace'],
  ])('A run of chaos on the product with the plant %s misses the bar: %s', async (plant, check) => {
    expect(await findMissed(plant)).toContain(check);
  });
});
