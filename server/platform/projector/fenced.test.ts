import { describe, expect, it } from 'vitest';
import { openSqliteViewStore } from '#projections/store/sqlite/sqlite.ts';
import { join } from 'node:path';
import type { Lease, ViewStore } from '#projections/store/port.ts';
import { fencedViews } from './fenced.ts';
import { openProjectorFixture } from './testing/projector-fixture.ts';

/** A projector that holds the lease, and that can be paused just before it writes. */
function leaderOn(files: ReturnType<typeof openProjectorFixture>) {
  const views = files.kept(openSqliteViewStore(join(files.folder, 'fenced.sqlite')));
  const takeTurn = async (owner: string): Promise<Lease> => {
    const turn = await views.leases.acquire('projector', owner, 60_000);
    if (!turn) throw new Error('Another holds the turn');
    return turn;
  };
  const keeping = (own: ViewStore, onFenced?: () => void) =>
    files.project({ views: own }, onFenced ? { onFenced } : {});
  const heard = async () => (await views.list('tallies', { limit: 10 })).docs;
  return { views, takeTurn, keeping, heard };
}

describe('a projector that paused while another took over', () => {
  it('A projector that paused while another took over writes nothing more, and is notified that it lost its lease', async () => {
    const files = openProjectorFixture();
    const { views, takeTurn, keeping, heard } = leaderOn(files);
    const first = await takeTurn('ann');
    const fenced = fencedViews(views, first);
    const [asleep, woken] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    let sleeps = false;
    const over = Promise.withResolvers<undefined>();
    const apply: ViewStore['apply'] = async (batch) => {
      if (sleeps) {
        asleep.resolve(undefined);
        await woken.promise;
      }
      await fenced.apply(batch);
    };
    const old = keeping({ ...fenced, apply }, () => over.resolve(undefined));
    await old.waitForProjections(await files.hear('a'));
    sleeps = true;
    const missed = await files.hear('a', 'b');
    await asleep.promise;

    await views.leases.release(first);
    const next = keeping(fencedViews(views, await takeTurn('bob')));
    await next.waitForProjections(missed);
    const before = await heard();
    expect(before).toMatchObject([
      { id: 'a', heard: 2 },
      { id: 'b', heard: 1 },
    ]);
    woken.resolve(undefined);
    await over.promise;
    await old.stop();
    expect(await heard()).toEqual(before);
    await next.stop();
  });

  it('A projector that paused while another took over publishes nothing of what it was building', async () => {
    const files = openProjectorFixture();
    const { views, takeTurn, keeping, heard } = leaderOn(files);
    await files.hear('a');
    const first = await takeTurn('ann');
    const fenced = fencedViews(views, first);
    const over = Promise.withResolvers<undefined>();
    const promote: ViewStore['promote'] = async (declaration, generation) => {
      if (declaration.view === 'tallies') {
        await views.leases.release(first);
        await takeTurn('bob');
      }
      await fenced.promote(declaration, generation);
    };
    const old = keeping({ ...fenced, promote }, () => over.resolve(undefined));
    await over.promise;
    await old.stop();
    expect(await views.live('tallies')).toBeNull();
    expect(await heard()).toEqual([]);
  });
});
