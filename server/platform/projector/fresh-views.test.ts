import { describe, expect, it } from 'vitest';
import { StoreUnavailable, type ViewStore } from '#projections/store/port.ts';
import { openProjectorFixture, createTallyProjection } from './testing/projector-fixture.ts';

type Files = ReturnType<typeof openProjectorFixture>;

const started = async ({ project }: Files, ...options: Parameters<Files['project']>) => {
  const projector = project(...options);
  await projector.ready;
  return projector;
};

describe('a view that is built beside others', () => {
  /** A log of 900 events in `others`, and `tallies` to be built in version 2; building stops when `gate` says so. */
  const openHalfBuilt = async (gate: (changes: number) => Promise<void>) => {
    const files = openProjectorFixture();
    const projections = [createTallyProjection({ version: 2 }), createTallyProjection({ view: 'others' })];
    await (await started(files, { projections: [createTallyProjection(), ...projections.slice(1)] })).stop();
    await Promise.all(Array.from({ length: 900 }, (_, n) => files.hear(`id-${n}`)));
    await (await started(files, { projections: projections.slice(1) })).stop();
    const apply: ViewStore['apply'] = async (batch) => {
      const building = batch.find(({ view }) => view === 'tallies');
      if (building) await gate(building.changes.length);
      await files.views.apply(batch);
    };
    return { files, projections, views: { ...files.views, apply } };
  };

  it('A view that is built in another version delays neither the others nor those who wait for them', async () => {
    const [begun, gate] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const { files, projections, views } = await openHalfBuilt(() => {
      begun.resolve(undefined);
      return gate.promise;
    });
    const projector = files.project({ views, projections });
    await begun.promise;
    const position = await files.hear('new');
    await projector.waitForProjections(position);
    expect([projector.position(), (await files.heard('others'))['new']]).toEqual([position, 1]);
    expect(await files.heard()).toEqual({});
    gate.resolve(undefined);
    await projector.ready;
    expect(await files.heard()).toMatchObject({ 'id-0': 2, 'id-899': 2, new: 2 });
    await projector.waitForProjections(await files.hear('new'));
    expect([(await files.heard())['new'], (await files.heard('others'))['new']]).toEqual([4, 2]);
    await projector.stop();
  });

  it('A view that was half built when the process ended is built on from its own checkpoint', async () => {
    let writes = 0;
    const stuck = Promise.withResolvers<undefined>();
    const { files, projections, views } = await openHalfBuilt(() => {
      writes += 1;
      if (writes === 1) return Promise.resolve();
      stuck.resolve(undefined);
      return Promise.reject(new StoreUnavailable('The process was killed'));
    });
    const first = files.project({ views, projections });
    await stuck.promise;
    await first.stop();
    const reads: number[] = [];
    const feed = files.startFeed();
    const readAll: typeof feed.readAll = (after, limit) => {
      reads.push(after);
      return feed.readAll(after, limit);
    };
    const second = await started(files, { feed: { ...feed, readAll }, projections });
    expect(reads[0]).toBeGreaterThanOrEqual(500);
    expect(Object.values(await files.heard())).toEqual(Array.from({ length: 900 }, () => 2));
    await second.stop();
  });

  it('A view that a crash left behind the others catches up, and no event is applied twice', async () => {
    const files = openProjectorFixture();
    const projections = [createTallyProjection(), createTallyProjection({ view: 'others' })];
    await (await started(files, { projections })).stop();
    await files.hear('a');
    await (await started(files, { projections: projections.slice(1) })).stop();
    const projector = await started(files, { projections });
    await projector.waitForProjections(await files.hear('a'));
    expect([await files.heard(), await files.heard('others')]).toEqual([{ a: 2 }, { a: 2 }]);
    await projector.stop();
  });
});
