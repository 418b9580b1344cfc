import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startPosition } from '#domain/shared/decider.ts';
import { dataFormat } from '#domain/installation/events.ts';
import { createTestFolder } from '#server/lib/testing/temporary-folder.ts';
import { StartupError } from '#server/lib/errors.ts';
import {
  type FakeEventStoreDb,
  startFakeEventStoreDb,
} from '#server/platform/event-store/testing/fake-eventstoredb-server/server.ts';
import { isServerMissing, startTestEngines } from '#server/testing/engines.ts';
import { type TestServer, startTestServer } from '#server/testing/test-server.ts';

let root: string;
let double: FakeEventStoreDb;
const running: TestServer[] = [];
beforeEach(async () => {
  root = createTestFolder();
  double = await startFakeEventStoreDb();
});
afterEach(async () => {
  for (const server of running.splice(0)) await server.close();
  await double.close();
});

const start = async (env: Record<string, string>) => {
  const server = await startTestServer(env);
  running.push(server);
  return server;
};
/** A data folder of its own on the log that all share, with files for the documents. */
const beside = (name: string) => ({
  DATA_DIR: join(root, name),
  EVENTSTORE_URL: double.url,
  SESSION_SECRET: 'session key '.repeat(4),
  CREDENTIAL_KEY: Buffer.alloc(32, `the key of ${name}`).toString('base64'),
});
const readLog = (server: TestServer) => server.context.events.readAll(startPosition, 100);
const readFile = (dataDir: string): unknown => JSON.parse(readFileSync(join(dataDir, 'installation.json'), 'utf8'));

it('A server begins its log with its installation, which the auditors see and the workflow log leaves out', async () => {
  const server = await start({ DATA_DIR: join(root, 'one') });
  const [first] = await readLog(server);
  expect(first).toMatchObject({ type: 'InstallationCreated', data: { dataFormat } });
  expect(readFile(server.dataDir)).toEqual(first?.data);
  const { installationId } = first?.data as { installationId: string };
  const admin = await server.adminClient();
  await expect
    .poll(async () => (await admin.get('/api/admin/history')).text)
    .toContain(`Installation ${installationId} created`);
  expect(await admin.get('/api/admin/workflow-logs')).toMatchObject({
    status: 200,
    text: expect.not.stringContaining('nstallation') as string,
  });
});

it('A server of a second installation is not started on the log of the first, and appends nothing', async () => {
  const server = await start(beside('one'));
  const before = await readLog(server);
  const refused = startTestServer(beside('second'));
  await expect(refused).rejects.toThrow(StartupError);
  await expect(refused).rejects.toThrow(
    `The log in EVENTSTORE_URL belongs to installation ${(before[0]?.data as { installationId: string }).installationId}`,
  );
  expect(await readLog(server)).toEqual(before);
});

it('Of two installations that start on one empty log at the same moment, one serves and the other is refused', async () => {
  const results = await Promise.allSettled([start(beside('one')), start(beside('second'))]);
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const [server] = running;
  const events = server ? await readLog(server) : [];
  expect(events.filter(({ type }) => type === 'InstallationCreated')).toHaveLength(1);
  expect(events.filter(({ type }) => type === 'UserRegistered')).toHaveLength(1);
  expect(readFile(server?.dataDir ?? '')).toEqual(events[0]?.data);
});

it('A server is not started on a log without a data format', async () => {
  const server = await startTestServer({ DATA_DIR: join(root, 'one') });
  await server.close();
  const database = new DatabaseSync(join(server.dataDir, 'events.sqlite'));
  database.exec('DELETE FROM events WHERE position = 1');
  database.close();
  await expect(startTestServer({ DATA_DIR: server.dataDir })).rejects.toThrow(
    new StartupError(
      `The log in DATA_DIR ${server.dataDir} holds data of format 1, and this version reads format ${dataFormat}: start with an empty DATA_DIR, or use the version that wrote it`,
    ),
  );
});

it.skipIf(isServerMissing)('A further process of an installation starts with an empty data folder', async () => {
  const engines = await startTestEngines();
  const one = await startTestServer({ ...engines.env, DATA_DIR: join(root, 'one') });
  const two = await startTestServer({ ...engines.env, DATA_DIR: join(root, 'two') });
  await expect.poll(() => readFile(two.dataDir)).toEqual(readFile(one.dataDir));
  await Promise.all([one.close(), two.close()]);
  await engines.stop();
});
