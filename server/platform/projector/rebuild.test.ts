import { describe, expect, it } from 'vitest';
import { countFailedEvents } from '#server/platform/subscriptions/failed-events.ts';
import { catchUpViews, rebuildViews, RebuildStopped } from './rebuild.ts';
import { openProjectorFixture, createTallyProjection } from './testing/projector-fixture.ts';

const projections = [createTallyProjection(), createTallyProjection({ view: 'others' })];

const filled = async () => {
  const files = openProjectorFixture();
  for (let n = 0; n < 30; n += 1) await files.hear(`id-${n % 7}`, 'all');
  const projector = files.project({ projections });
  await projector.ready;
  await projector.stop();
  return files;
};
type Files = Awaited<ReturnType<typeof filled>>;
const bytes = async ({ views }: Files, view = 'tallies') => JSON.stringify(await views.list(view, { limit: 1_000 }));

describe('a rebuild', () => {
  it('A rebuild produces the same views again, byte by byte', async () => {
    const files = await filled();
    const before = [await bytes(files), await bytes(files, 'others')];
    const { events, seconds } = await rebuildViews({ ...files, projections });
    expect(events).toBe(30);
    expect(seconds).toBeGreaterThan(0);
    expect([await bytes(files), await bytes(files, 'others')]).toEqual(before);
    expect(await files.views.live('tallies')).toEqual({ generation: '1#2', version: 1 });
  });

  it('A rebuild repairs damaged documents', async () => {
    const files = await filled();
    const before = await bytes(files);
    const doc = { id: 'id-1', heard: 999 };
    await files.views.apply([
      { view: 'tallies', generation: '1#1', checkpoint: null, changes: [{ id: doc.id, doc, position: 999 as never }] },
    ]);
    expect(await bytes(files)).not.toBe(before);
    await rebuildViews({ ...files, projections });
    expect(await bytes(files)).toBe(before);
  });

  it('A rebuild can be followed by the projector, and repeated', async () => {
    const files = await filled();
    await rebuildViews({ ...files, projections });
    await rebuildViews({ ...files, projections });
    const projector = files.project({ projections });
    await projector.ready;
    await projector.waitForProjections(await files.hear('all'));
    expect((await files.heard())['all']).toBe(31);
    await projector.stop();
  });

  it('A rebuild stops at an event that a view cannot apply, names it, and changes nothing', async () => {
    const files = await filled();
    const before = await bytes(files);
    const position = await files.poison('id-1');
    const stopped = rebuildViews({ ...files, projections });
    await expect(stopped).rejects.toBeInstanceOf(RebuildStopped);
    await expect(stopped).rejects.toThrow(
      `Event ${position} (Heard) cannot be applied to the view tallies: too much for me. Nothing was changed.`,
    );
    expect(await bytes(files)).toBe(before);
    expect(await files.views.live('tallies')).toEqual({ generation: '1#1', version: 1 });
    expect(await files.views.prepare({ view: 'tallies', version: 1, indexes: [] }, '1#2')).toBe(0);
  });

  it('A rebuild removes the failed events', async () => {
    const files = await filled();
    await files.poison('id-1');
    await catchUpViews({ ...files, projections });
    expect(await countFailedEvents(files.documents)).toBe(2);
    await rebuildViews({
      ...files,
      projections: [
        createTallyProjection({ failing: () => false }),
        createTallyProjection({ view: 'others', failing: () => false }),
      ],
    });
    expect(await countFailedEvents(files.documents)).toBe(0);
    expect((await files.heard())['id-1']).toBe(6);
  });

  it('A rebuild reports its progress', async () => {
    const files = await filled();
    const told: number[] = [];
    await rebuildViews({ ...files, projections, onProgress: (read, position) => told.push(read, position) });
    expect(told.slice(0, 2)).toEqual([30, 30]);
  });

  it('A rebuild reads a document again that it had evicted', async () => {
    const files = openProjectorFixture();
    const ids = Array.from({ length: 400 }, (_, n) => `id-${n}`);
    for (let part = 0; part < 400; part += 1) await files.hear(...ids.map((id) => `${id}-${part % 300}`));
    await rebuildViews({ ...files, projections: [createTallyProjection()] });
    expect(await files.views.count('tallies')).toBe(120_000);
    expect(await files.views.countBy('tallies', 'heard')).toEqual(
      new Map([
        ['1', 80_000],
        ['2', 40_000],
      ]),
    );
  });
});

describe('bringing views up to date', () => {
  it('Bringing views up to date applies the events that are new to them, and leaves those of another version unchanged', async () => {
    const files = await filled();
    await files.hear('all');
    await catchUpViews({
      ...files,
      projections: [createTallyProjection(), createTallyProjection({ view: 'others', version: 2 })],
    });
    expect((await files.heard())['all']).toBe(31);
    expect((await files.heard('others'))['all']).toBe(30);
  });
});
