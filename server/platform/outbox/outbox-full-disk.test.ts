import { spawnSync } from 'node:child_process';
import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openMongoDocuments } from '#projections/store/mongo/mongo.ts';
import { ferretDbProgram, startFerretDb } from '#projections/store/testing/ferretdb.ts';
import { createOutboxFixture, interceptWrites } from './suite/outbox-fixture.ts';

const canMount = spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0;
const diskBytes = 32_000_000;
const fillerBytes = 4096;
/** Runs the program after it on a small disk, which is mounted on its folder in a name space of its own. */
const onSmallDisk = `mount -t tmpfs -o size=${diskBytes} tmpfs "$3" && exec "$@"`;

it.skipIf(ferretDbProgram === undefined || !canMount)(
  'A database whose disk is full holds the outbox up: what was accepted is sent once, and all else when there is space',
  async () => {
    const wrapper = ['unshare', '-rm', 'sh', '-c', onSmallDisk, 'sh'];
    const mongo = await startFerretDb(ferretDbProgram ?? '', { wrapper });
    onTestFinished(mongo.end);
    const documents = openMongoDocuments(mongo.url);
    const fixture = createOutboxFixture(documents);
    onTestFinished(fixture.close);
    const filler = join(mongo.folder(), 'filler');
    const fillDisk = () => {
      for (;;) appendFileSync(filler, Buffer.alloc(fillerBytes));
    };
    let refused = 0;
    const stores = interceptWrites(documents, async (write) => {
      try {
        return await write();
      } catch (error) {
        refused += 1;
        throw error;
      }
    });
    const { sent, item, outbox, now } = fixture;
    await outbox.put([item(1), item(2, { due: now() + 60_000 }), item(3, { due: now() + 60_000 })]);
    const send = (message: (typeof sent)[number]) => {
      if (sent.push(message) === 1) expect(fillDisk).toThrow('ENOSPC');
      return Promise.resolve();
    };
    fixture.start({ send }, stores);
    await expect.poll(() => refused).toBeGreaterThan(1);
    fixture.advance(60_000);
    outbox.notify();
    const before = refused;
    await expect.poll(() => refused).toBeGreaterThan(before + 1);
    expect(sent.map(({ id }) => id)).toEqual(['item-1']);
    rmSync(filler);
    await fixture.waitUntilEmpty();
    expect(sent.map(({ id }) => id).toSorted()).toEqual(['item-1', 'item-2', 'item-3']);
  },
);
