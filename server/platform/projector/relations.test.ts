import { expect, it } from 'vitest';
import type { AnyProjection } from '#projections/projection.ts';
import type { Doc } from '#projections/store/port.ts';
import type { StoredEvent } from '#server/platform/event-store/port.ts';
import { listFailedEvents } from '#server/platform/subscriptions/failed-events.ts';
import { replayEvent } from '#server/platform/subscriptions/testing/replay-event.ts';
import { openProjectorFixture } from './testing/projector-fixture.ts';

type Row = Doc & { group: string; closed: number };
type GroupEvent = Omit<StoredEvent, 'data'> & { data: { group: string; ids?: string[] } };

/** Rows of groups: `Opened` adds rows, `Closed` and `Dropped` name only the group. */
function createRowProjection(isBroken: () => boolean = () => false): AnyProjection {
  return {
    view: 'rows',
    version: 1,
    indexes: [['group', 'closed']],
    relations: ['group'],
    handles: ['Opened', 'Closed', 'Dropped'],
    idsOf: ({ data }: GroupEvent) => data.ids ?? [],
    relatedTo: ({ type, data }: GroupEvent) => (type === 'Opened' ? null : { field: 'group', value: data.group }),
    evolve: (row: Row | null, { type, data }: GroupEvent, id: string): Row | null => {
      if (type === 'Opened') return { id, group: data.group, closed: 0 };
      if (type === 'Dropped') return null;
      if (isBroken()) throw new Error('too much for me');
      return row && { ...row, closed: row.closed + 1 };
    },
  };
}

function openRows(isBroken?: () => boolean) {
  const files = openProjectorFixture();
  const projections = [createRowProjection(isBroken)];
  const rows = async () => {
    const { docs } = await files.views.list<Row>('rows', { limit: 1_000 });
    return Object.fromEntries(docs.map(({ id, closed }) => [id, closed]));
  };
  const start = () => files.project({ projections });
  const open = (group: string, ...ids: string[]) => files.append('Opened', { group, ids });
  return { ...files, projections, rows, start, open };
}

it('An event changes and removes all documents of its relation, whether they are stored or new', async () => {
  const { open, append, rows, start } = openRows();
  const projector = start();
  await projector.ready;
  await projector.waitForProjections(await open('x', 'a', 'b'));
  await Promise.all([open('x', 'c'), open('y', 'd')]);
  await projector.waitForProjections(await append('Closed', { group: 'x' }));
  expect(await rows()).toEqual({ a: 1, b: 1, c: 1, d: 0 });
  await projector.waitForProjections(await append('Dropped', { group: 'x' }));
  expect(await rows()).toEqual({ d: 0 });
  await projector.stop();
});

it('A view that is built at once, or in two parts, has the same documents as one that follows the log', async () => {
  const { open, append, rows, start } = openRows();
  await open('x', 'a');
  await append('Closed', { group: 'x' });
  await open('x', 'b');
  await append('Closed', { group: 'x' });
  const first = start();
  await first.ready;
  expect(await rows()).toEqual({ a: 2, b: 1 });
  await first.stop();

  await open('x', 'c');
  await append('Closed', { group: 'x' });
  await open('y', 'd');
  const second = start();
  await second.ready;
  expect(await rows()).toEqual({ a: 3, b: 2, c: 1, d: 0 });
  await second.stop();
});

it('An event of a relation that was set aside marks its documents, and its replay changes them all', async () => {
  let isBroken = true;
  const files = openRows(() => isBroken);
  const feed = files.startFeed();
  const projector = files.project({ feed, projections: files.projections });
  await projector.ready;
  await projector.waitForProjections(await files.open('x', 'a', 'b'));
  await projector.waitForProjections(await files.append('Closed', { group: 'x' }));
  expect(await files.views.get('rows', 'a')).toMatchObject({ closed: 0, incomplete: true });
  const [failed] = await listFailedEvents(files.documents);
  if (failed === undefined) throw new Error('Nothing was set aside');
  isBroken = false;
  expect(await replayEvent({ ...files, feed }, failed)).toBeNull();
  expect(await files.rows()).toEqual({ a: 1, b: 1 });
  expect(await files.views.get('rows', 'a')).not.toHaveProperty('incomplete');
  await projector.stop();
});
