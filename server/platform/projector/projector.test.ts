import { describe, expect, it } from 'vitest';
import { startPosition } from '#domain/shared/decider.ts';
import { StoreUnavailable, type ViewStore } from '#projections/store/port.ts';
import { openSqliteEventStore } from '#server/platform/event-store/sqlite/sqlite.ts';
import { listFailedEvents } from '#server/platform/subscriptions/failed-events.ts';
import { openProjectorFixture, createTallyProjection } from './testing/projector-fixture.ts';
import type { AppliedBatch } from './view-group.ts';

type Files = ReturnType<typeof openProjectorFixture>;

const started = async ({ project }: Files, ...options: Parameters<Files['project']>) => {
  const projector = project(...options);
  await projector.ready;
  return projector;
};

describe('the projector', () => {
  it('The projector is ready once the views contain the events of the log, and then follows it', async () => {
    const files = openProjectorFixture();
    await files.hear('a', 'b');
    const projector = await started(files);
    expect(await files.heard()).toEqual({ a: 1, b: 1 });

    const position = await files.hear('a', 'a');
    await projector.waitForProjections(position);
    expect(await files.heard()).toEqual({ a: 2, b: 1 });
    expect(projector.position()).toBe(position);
    await projector.stop();
  });

  it('The projector begins with an empty log', async () => {
    const files = openProjectorFixture();
    const projector = await started(files);
    expect(projector.position()).toBe(startPosition);
    await projector.waitForProjections(startPosition);
    expect(await files.heard()).toEqual({});
    await projector.stop();
  });

  it('The projector continues where it stopped', async () => {
    const files = openProjectorFixture();
    await files.hear('a');
    await (await started(files)).stop();
    await files.hear('a', 'b');
    const projector = await started(files);
    await projector.waitForProjections(await files.hear('b'));
    expect(await files.heard()).toEqual({ a: 2, b: 2 });
    await projector.stop();
  });

  it('The projector feeds all projections, also one that is added later', async () => {
    const files = openProjectorFixture();
    await files.hear('a');
    await (await started(files)).stop();
    const projector = await started(files, {
      projections: [createTallyProjection(), createTallyProjection({ view: 'others' })],
    });
    await projector.waitForProjections(await files.hear('a'));
    expect(await files.heard()).toEqual({ a: 2 });
    expect(await files.heard('others')).toEqual({ a: 2 });
    await projector.stop();
  });

  it('The projector skips events that no projection handles', async () => {
    const files = openProjectorFixture();
    const projector = await started(files);
    await projector.waitForProjections(await files.append('Unheard', {}));
    expect((await files.views.checkpoints()).get('tallies')).toBe(1);
    await projector.stop();
  });

  it('The projector reports after each batch what has changed, when readers can see it', async () => {
    const files = openProjectorFixture();
    await files.hear('before');
    const told: { applied: AppliedBatch; seen: Record<string, number> }[] = [];
    const onApplied = async (applied: AppliedBatch) => void told.push({ applied, seen: await files.heard() });
    const projector = await started(files, {}, { onApplied });
    await projector.waitForProjections(await files.hear('a', 'b'));
    await projector.waitForProjections(await files.append('Unheard', {}));
    await projector.stop();
    expect(told.map(({ applied }) => applied.events.map(({ type }) => type))).toEqual([['Heard'], ['Unheard']]);
    expect(told.map(({ applied }) => applied.changed)).toEqual([
      new Map([['tallies', new Set(['a', 'b'])]]),
      new Map(),
    ]);
    expect(told[0]?.seen).toEqual({ a: 1, b: 1, before: 1 });
    expect(told[1]?.applied.position).toBe(3);
  });

  it('The projector continues when a listener fails', async () => {
    const files = openProjectorFixture();
    const projector = await started(files, {}, { onApplied: () => Promise.reject(new Error('deaf')) });
    await projector.waitForProjections(await files.hear('a'));
    await projector.waitForProjections(await files.hear('a'));
    expect(await files.heard()).toEqual({ a: 2 });
    await projector.stop();
  });
});

describe('an event that a view cannot apply', () => {
  it('An event that a view cannot apply is moved to the failed events, and the others continue', async () => {
    const files = openProjectorFixture();
    const others = createTallyProjection({ view: 'others', failing: () => false });
    const projector = await started(files, { projections: [createTallyProjection(), others] });
    const position = await files.poison('a', 'b');
    await projector.waitForProjections(await files.hear('a'));
    await projector.stop();

    expect(await files.heard()).toEqual({ a: 1 });
    expect(await files.heard('others')).toEqual({ a: 2, b: 1 });
    const failed = { subscription: 'views/tallies', position, type: 'Heard', error: 'too much for me' };
    expect(await listFailedEvents(files.documents)).toMatchObject([failed]);
  });

  it('An event that a view cannot apply is tried three times', async () => {
    const files = openProjectorFixture();
    let tries = 0;
    const projector = await started(files, {
      projections: [createTallyProjection({ failing: () => (tries += 1) < 3 })],
    });
    await projector.waitForProjections(await files.poison('a'));
    expect(await files.heard()).toEqual({ a: 1 });
    expect(await listFailedEvents(files.documents)).toEqual([]);
    await projector.stop();
  });

  it('An event is moved to the failed events when its ids cannot be determined, or its document gets another id', async () => {
    const files = openProjectorFixture();
    const odd = { ...createTallyProjection({ view: 'odd' }), evolve: () => ({ id: 'other' }) };
    const projector = await started(files, { projections: [createTallyProjection(), odd] });
    await files.append('Heard', { of: null });
    await projector.waitForProjections(await files.hear('a'));
    const ids = (await listFailedEvents(files.documents)).map(({ id }) => id);
    expect(ids.toSorted()).toEqual(['views/odd:1', 'views/odd:2', 'views/tallies:1']);
    expect(await files.heard()).toEqual({ a: 1 });
    await projector.stop();
  });

  it('An event that a view cannot apply is moved to the failed events while a view is built at the start, too', async () => {
    const files = openProjectorFixture();
    await files.poison('a');
    await files.hear('a');
    const projector = await started(files);
    expect(await files.heard()).toEqual({ a: 1 });
    expect(await listFailedEvents(files.documents)).toHaveLength(1);
    await projector.stop();
  });

  it('An event is no longer a failed event once a newer version of the view applies it', async () => {
    const files = openProjectorFixture();
    await files.poison('a');
    await (await started(files)).stop();
    await (await started(files, { projections: [createTallyProjection({ version: 2, failing: () => false })] })).stop();
    expect(await files.heard()).toEqual({ a: 2 });
    expect(await listFailedEvents(files.documents)).toEqual([]);
  });
});

describe('a projection of another version', () => {
  it('A projection of another version is rebuilt at the start, while readers see the previous views', async () => {
    const files = openProjectorFixture();
    await files.hear('a');
    await (await started(files)).stop();

    const gate = Promise.withResolvers<null>();
    const begun = Promise.withResolvers<null>();
    const apply: ViewStore['apply'] = async (batch) => {
      begun.resolve(null);
      await gate.promise;
      await files.views.apply(batch);
    };
    const projections = [createTallyProjection({ version: 2 })];
    const projector = files.project({ views: { ...files.views, apply }, projections });
    await begun.promise;
    expect(await files.heard()).toEqual({ a: 1 });
    gate.resolve(null);
    await projector.ready;
    expect(await files.heard()).toEqual({ a: 2 });
    await projector.waitForProjections(await files.hear('a'));
    expect(await files.heard()).toEqual({ a: 4 });
    await projector.stop();
  });

  it('A projection of another version keeps the previous views when it is stopped half-way, and starts the rebuild again', async () => {
    const files = openProjectorFixture();
    await files.hear('a');
    await (await started(files)).stop();
    const projector = files.project({ projections: [createTallyProjection({ version: 2 })] });
    await projector.stop();
    expect(await files.heard()).toEqual({ a: 1 });
    await (await started(files, { projections: [createTallyProjection({ version: 2 })] })).stop();
    expect(await files.heard()).toEqual({ a: 2 });
  });

  it('A view that a newer version of the program has built is left to it', async () => {
    const files = openProjectorFixture();
    await files.hear('a');
    await (await started(files, { projections: [createTallyProjection({ version: 2 })] })).stop();
    const projections = [createTallyProjection(), createTallyProjection({ view: 'others' })];
    const projector = await started(files, { projections });
    await projector.waitForProjections(await files.hear('a'));
    expect(await files.heard()).toEqual({ a: 2 });
    expect(await files.heard('others')).toEqual({ a: 2 });
    expect(await files.views.live('tallies')).toMatchObject({ version: 2 });
    await projector.stop();
  });
});

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

it('A projection is rebuilt when the views are ahead of the log, as after the log was restored from a backup', async () => {
  const files = openProjectorFixture();
  await files.hear('a');
  await files.hear('b');
  await (await started(files)).stop();
  const events = files.kept(openSqliteEventStore(`${files.folder}/restored.sqlite`));
  const [first] = await files.events.readAll(startPosition, 1);
  if (first) await events.append(first.stream, [first], -1, first.metadata);
  const projector = await started(files, { feed: files.startFeed(events) });
  expect(await files.heard()).toEqual({ a: 1 });
  await projector.stop();
});
