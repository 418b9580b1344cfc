import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StoreUnavailable, type ViewStore } from '#projections/store/port.ts';
import type { Projector } from './projector.ts';
import { listFailedEvents } from '#server/platform/subscriptions/failed-events.ts';
import { openProjectorFixture } from './testing/projector-fixture.ts';

type Files = ReturnType<typeof openProjectorFixture>;

const started = async ({ project }: Files, ...options: Parameters<Files['project']>) => {
  const projector = project(...options);
  await projector.ready;
  return projector;
};
const isAtHead = async ({ events }: Files, projector: Projector) => projector.position() === (await events.head());

describe('a store that fails', () => {
  const failing = ({ views }: Files, times: number, method: 'apply' | 'getFrom' | 'prepare'): ViewStore => {
    let left = times;
    const unless = <T>(work: () => Promise<T>) => {
      left -= 1;
      return left >= 0 ? Promise.reject(new StoreUnavailable('away')) : work();
    };
    const broken: Pick<ViewStore, typeof method> = {
      apply: (batch) => unless(() => views.apply(batch)),
      getFrom: (...of) => unless(() => views.getFrom(...of)),
      prepare: (...of) => unless(() => views.prepare(...of)),
    };
    return { ...views, [method]: broken[method] };
  };

  it.each(['apply', 'getFrom', 'prepare'] as const)(
    'A store that fails is tried again until it works, and no event is moved to the failed events (%s)',
    async (method) => {
      const files = openProjectorFixture();
      await files.hear('a');
      const projector = await started(files, { views: failing(files, 2, method) });
      expect(await files.heard()).toEqual({ a: 1 });
      await projector.stop();

      const following = files.project({ views: failing(files, method === 'apply' ? 3 : 2, method) });
      await following.ready;
      await files.hear('a');
      await expect.poll(() => files.heard()).toEqual({ a: 2 });
      expect(await listFailedEvents(files.documents)).toEqual([]);
      await following.stop();
    },
  );

  it('A store that fails has no effect twice when it wrote a batch and then failed to confirm it', async () => {
    const files = openProjectorFixture();
    let calls = 0;
    const apply: ViewStore['apply'] = async (batch) => {
      await files.views.apply(batch);
      calls += 1;
      if (calls % 2 === 1) throw new StoreUnavailable('away');
    };
    await files.hear('a');
    const projector = await started(files, { views: { ...files.views, apply } });
    for (let round = 0; round < 2; round += 1) {
      await files.hear('a', 'b');
      await expect.poll(() => isAtHead(files, projector)).toBe(true);
    }
    expect(await files.heard()).toEqual({ a: 3, b: 2 });
    await projector.stop();
  });

  it('A store that fails can be unavailable at the stop', async () => {
    const files = openProjectorFixture();
    await files.hear('a');
    const projector = files.project({ views: failing(files, 1_000, 'apply') });
    await projector.stop();
    expect(await files.views.live('tallies')).toBeNull();
  });

  it('A store that fails never makes the views differ from the log, whatever fails when', async () => {
    const step = fc.oneof(
      fc.constantFrom('fail' as const, 'fail after' as const, 'restart' as const),
      fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1 }),
    );
    const property = fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const files = openProjectorFixture();
      const failures: ('fail' | 'fail after')[] = [];
      const apply: ViewStore['apply'] = async (batch) => {
        const failure = failures.shift();
        if (failure !== 'fail') await files.views.apply(batch);
        if (failure !== undefined) throw new StoreUnavailable('away');
      };
      const begin = () => started(files, { views: { ...files.views, apply } });
      let projector = await begin();
      const expected: Record<string, number> = {};
      for (const one of steps) {
        if (one === 'restart') {
          await projector.stop();
          projector = await begin();
        } else if (typeof one === 'string') failures.push(one);
        else {
          await files.hear(...one);
          for (const id of new Set(one)) expected[id] = (expected[id] ?? 0) + 1;
        }
      }
      failures.length = 0;
      await expect.poll(() => isAtHead(files, projector)).toBe(true);
      expect(await files.heard()).toEqual(expected);
      await projector.stop();
    });
    await fc.assert(property, { numRuns: 10 });
  });
});
