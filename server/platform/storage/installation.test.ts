import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startPosition } from '#domain/shared/decider.ts';
import { dataFormat } from '#domain/installation/events.ts';
import { createTestFolder } from '#server/lib/testing/temporary-folder.ts';
import { StartupError } from '#server/lib/errors.ts';
import { startFakeEventStoreDb } from '#server/platform/event-store/testing/fake-eventstoredb-server/server.ts';
import { assertOneInstallation, createInstallation } from './installation.ts';
import { openLog, openStores, type Stores } from './stores.ts';

let root: string;
let eventStoreUrl: string;
const ending: (() => Promise<void>)[] = [];
beforeEach(async () => {
  root = createTestFolder();
  const double = await startFakeEventStoreDb();
  ending.push(double.close);
  eventStoreUrl = double.url;
});
afterEach(async () => {
  for (const end of ending.splice(0).toReversed()) await end();
});

const clock = () => new Date('2026-03-01T12:00:00.000Z');
const by = { actor: 'system', commandId: 'c', correlationId: 'c', at: '2026-03-01T12:00:00.000Z' };
const note = { id: 'f47ac10b-58cc-4372-a567-0e02b2c3d479', type: 'NoteTaken', data: { noteId: 'n' } };
/** An installation with documents and a data folder of its own, and the log that all share. */
const open = async (name: string) => {
  const config = { dataDir: join(root, name), eventStoreUrl, mongoUrl: null };
  const stores = await openStores(config);
  ending.push(stores.close);
  return { config, stores, create: () => createInstallation(stores, config, clock) };
};
const fileOf = (name: string) => join(root, name, 'installation.json');
const readFile = (name: string) => JSON.parse(readFileSync(fileOf(name), 'utf8')) as unknown;
const readLog = ({ encryptedEvents }: Pick<Stores, 'encryptedEvents'>) => encryptedEvents.readAll(startPosition, 10);

it('The first event of a log names the installation and its data format, as the data folder does', async () => {
  const { stores, create } = await open('one');
  await create();
  await create();
  const events = await readLog(stores);
  expect(events).toHaveLength(1);
  expect(events[0]).toMatchObject({
    stream: 'installation',
    type: 'InstallationCreated',
    data: { installationId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string, dataFormat },
    metadata: { actor: 'system', at: by.at },
  });
  expect(readFile('one')).toEqual(events[0]?.data);
});

it('A first start that was interrupted before its event continues with the same installation', async () => {
  const one = await open('one');
  const away = { ...one.stores.encryptedEvents, append: () => Promise.reject(new Error('The process was killed')) };
  await expect(createInstallation({ ...one.stores, encryptedEvents: away }, one.config, clock)).rejects.toThrow(
    'killed',
  );
  const before = readFile('one');
  await one.create();
  expect((await readLog(one.stores))[0]?.data).toEqual(before);
});

it('A second installation on the same log is refused, and appends nothing', async () => {
  const one = await open('one');
  await one.create();
  const two = await open('two');
  const refused = two.create();
  await expect(refused).rejects.toThrow(StartupError);
  await expect(refused).rejects.toThrow(
    /^The log in EVENTSTORE_URL belongs to installation \S+, and the document store in DATA_DIR \S+ to none: /,
  );
  expect(await readLog(one.stores)).toHaveLength(1);
});

it('Of two installations that begin on an empty log at the same moment, one wins and the other is refused', async () => {
  const all = [await open('one'), await open('two')];
  const results = await Promise.allSettled(all.map(({ create }) => create()));
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const [first] = all;
  if (first) expect(await readLog(first.stores)).toHaveLength(1);
  const again = await Promise.allSettled(all.map(({ create }) => create()));
  expect(again.map(({ status }) => status)).toEqual(results.map(({ status }) => status));
});

it('A further process with the documents of the installation adopts it in an empty data folder', async () => {
  const { stores, create } = await open('one');
  await create();
  const config = { dataDir: join(root, 'further'), eventStoreUrl, mongoUrl: 'mongodb://unused/here' };
  await createInstallation(stores, config, clock);
  expect(readFile('further')).toEqual(readFile('one'));
  expect(await readLog(stores)).toHaveLength(1);
});

it('A data folder of another installation is refused', async () => {
  const { stores, create, config } = await open('one');
  await create();
  const other = { installationId: '7c9e6679-7425-40de-944b-e07fc1f90ae7', dataFormat };
  writeFileSync(fileOf('one'), JSON.stringify(other));
  const sentence = `DATA_DIR ${join(root, 'one')} to installation ${other.installationId}: use the stores and the DATA_DIR of one installation`;
  await expect(assertOneInstallation(stores, config)).rejects.toThrow(sentence);
  await expect(openLog(config)).rejects.toThrow(sentence);
});

it('A log without its first event holds data of format 1 and is refused, before and after the start', async () => {
  const { stores, create, config } = await open('one');
  await stores.events.append('note-n', [note], -1, by);
  const sentence = `The log in EVENTSTORE_URL holds data of format 1, and this version reads format ${dataFormat}: start with an empty EventStoreDB, or use the version that wrote it`;
  await expect(create()).rejects.toThrow(new StartupError(sentence));
  await expect(openLog(config)).rejects.toThrow(new StartupError(sentence));
  expect(await readLog(stores)).toHaveLength(1);
});

it('A data folder of another format is refused before a store is opened in it', async () => {
  const { stores, create, config } = await open('one');
  await create();
  await stores.close();
  const file = readFileSync(fileOf('one'), 'utf8');
  writeFileSync(fileOf('one'), file.replace(`"dataFormat": ${dataFormat}`, '"dataFormat": 99'));
  await expect(openStores(config)).rejects.toThrow(
    `DATA_DIR ${config.dataDir} holds data of format 99, and this version reads format ${dataFormat}: start with an empty DATA_DIR`,
  );
  writeFileSync(fileOf('one'), 'rubbish');
  await expect(openStores(config)).rejects.toThrow(`${fileOf('one')} is damaged: restore it from a backup`);
});
