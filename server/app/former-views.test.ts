import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { startPosition } from '#domain/shared/decider.ts';
import { openSqliteViewStore } from '#projections/store/sqlite/sqlite.ts';
import { users } from '#projections/users.ts';
import { createTestFolder } from '#server/lib/testing/temporary-folder.ts';
import { viewsFile } from '#server/platform/storage/store-files.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';

const former = { view: 'notes-of-members', version: 1, indexes: [] };

let server: TestServer | undefined;
afterEach(() => server?.stop());

it('A server on files deletes views that only a former release built, with the personal data in them', async () => {
  const dataDir = createTestFolder();
  const views = openSqliteViewStore(join(dataDir, viewsFile));
  const generation = 'first';
  await views.prepare(former, generation);
  const changes = [{ id: 'n1', doc: { id: 'n1', note: 'call me' }, position: startPosition }];
  await views.apply([{ view: former.view, generation, changes, checkpoint: startPosition }]);
  await views.promote(former, generation);
  await views.close();

  server = await startTestServer({ DATA_DIR: dataDir });
  const { viewStore } = server.context;
  await expect.poll(() => viewStore.live(former.view)).toBeNull();
  expect(await viewStore.live(users.view)).not.toBeNull();
});
