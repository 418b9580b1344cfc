import { describe, expect, it } from 'vitest';
import { startPosition } from '#domain/shared/decider.ts';
import type { ViewStore } from '#projections/store/port.ts';
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

  it('An older version of the program stands by where a newer one has built a view, and goes back on demand alone', async () => {
    const files = openProjectorFixture();
    await files.hear('a');
    await (await started(files, { projections: [createTallyProjection({ version: 2 })] })).stop();
    const standingBy = files.project({ newerViews: 'stand by' });
    await expect(standingBy.ready).rejects.toThrow(
      'The view tallies is of version 2, and this program builds version 1: it stands by.',
    );
    await standingBy.stop();
    expect(await files.views.live('tallies')).toMatchObject({ version: 2 });
    await (await started(files, { newerViews: 'replace' })).stop();
    expect(await files.views.live('tallies')).toMatchObject({ version: 1 });
    expect(await files.heard()).toEqual({ a: 1 });
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
