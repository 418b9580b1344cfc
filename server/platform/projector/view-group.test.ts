import { setImmediate } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { startPosition } from '#domain/shared/decider.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import { createFreshTarget, toSubscriptionName } from './target.ts';
import { createTallyProjection, openProjectorFixture, silentLog } from './testing/projector-fixture.ts';
import { type AppliedBatch, createViewGroup } from './view-group.ts';

type GroupOptions = { readAll?: EventStore['readAll']; onApplied?: (batch: AppliedBatch) => void };

/** A view of the log that one group keeps, and the events so far. */
async function openGroup({ readAll, onApplied = () => undefined }: GroupOptions = {}) {
  const files = openProjectorFixture();
  const { views, events } = files;
  const openTarget = async (view?: string) => {
    const target = await createFreshTarget(views, createTallyProjection({ ...(view && { view }) }));
    await views.promote(target.declaration, target.generation);
    return target;
  };
  const group = createViewGroup({
    views,
    readAll: readAll ?? events.readAll,
    log: silentLog,
    onPoison: () => Promise.resolve(),
    onDurable: () => undefined,
    onRepaired: () => undefined,
    onApplied,
  });
  const target = await openTarget();
  await group.join([target], () => Promise.resolve());
  return { ...files, group, target, openTarget, readAfter: (position = startPosition) => events.readAll(position, 10) };
}

it('A document that is ahead of the checkpoint of its view takes no event twice', async () => {
  const { group, target, views, hear, heard, readAfter } = await openGroup();
  const first = await hear('b');
  await group.handle(await readAfter());
  const position = await hear('a');
  await hear('a');
  const { declaration, generation } = target;
  const changes = [{ id: 'a', doc: { id: 'a', heard: 1, last: '' }, position }];
  await views.apply([{ view: declaration.view, generation, changes, checkpoint: null }]);
  await group.handle(await readAfter(first));
  expect(await heard()).toEqual({ a: 2, b: 1 });
});

it('A view that is ahead of those that it joins stays at its checkpoint until they reach it', async () => {
  const { group, openTarget, hear, readAfter } = await openGroup();
  await hear('a');
  const head = await hear('a');
  const ahead = await openTarget('others');
  ahead.checkpoint = head;
  await group.join([ahead], () => Promise.resolve());
  await group.handle((await readAfter()).slice(0, 1));
  expect(ahead.checkpoint).toBe(head);
});

it('A replay includes what the view applied while the log was read', async () => {
  let during = () => Promise.resolve();
  const opened = await openGroup({
    readAll: async (after, limit) => {
      const page = await opened.events.readAll(after, limit);
      await during();
      return page;
    },
  });
  const { group, hear, heard, readAfter } = opened;
  const position = await hear('a');
  const [first] = await readAfter();
  if (first === undefined) throw new Error('The log is empty');
  await group.handle([first]);
  during = async () => {
    during = () => Promise.resolve();
    await hear('a');
    await group.handle(await readAfter(position));
  };
  await group.replay(first, { subscription: toSubscriptionName('tallies'), stopped: new AbortController().signal });
  expect(await heard()).toEqual({ a: 2 });
});

/** As many as make one event that changes half of the documents of a part. */
const names = Array.from({ length: 250 }, (_, n) => `name-${n}`);

it('A batch that changes many documents is written in parts, and other work runs between them', async () => {
  const applied: AppliedBatch[] = [];
  const { group, hear, heard, readAfter } = await openGroup({ onApplied: (batch) => void applied.push(batch) });
  for (let count = 0; count < 5; count += 1) await hear(...names);
  const events = await readAfter();
  const partsBeforeOtherWork = setImmediate().then(() => applied.length);
  await group.handle(events);
  expect(applied.map(({ position }) => position)).toEqual([
    events[1]?.position,
    events[3]?.position,
    events[4]?.position,
  ]);
  expect(applied.flatMap((batch) => batch.events)).toEqual(events);
  expect(await partsBeforeOtherWork).toBeLessThan(3);
  expect(await heard()).toEqual(Object.fromEntries(names.map((name) => [name, 5])));
});

it('A batch of which a part failed is repeated from that part on', async () => {
  const applied: AppliedBatch[] = [];
  const { group, views, hear, heard, readAfter } = await openGroup({ onApplied: (batch) => void applied.push(batch) });
  for (let count = 0; count < 3; count += 1) await hear(...names);
  const events = await readAfter();
  const { apply } = views;
  vi.spyOn(views, 'apply').mockImplementationOnce(apply).mockRejectedValueOnce(new Error('disk full'));
  await expect(group.handle(events)).rejects.toThrow('disk full');
  await group.handle(events);
  expect(applied.flatMap((batch) => batch.events)).toEqual(events);
  expect(await heard()).toEqual(Object.fromEntries(names.map((name) => [name, 3])));
});
