import { randomBytes } from 'node:crypto';
import { type Position, startPosition } from '#domain/shared/decider.ts';
import { projections } from '#projections/all.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import { createSubjectKeys } from '#server/platform/encryption/subject-keys.ts';
import { openEncryptedLog } from '#server/platform/encryption/encrypted-event-store.ts';
import { rebuildViews } from '#server/platform/projector/rebuild.ts';
import { type BenchResult, createResult, roundDigits } from '../result.ts';
import { generateLog } from '../data/generate-log.ts';
import type { Bench } from '../setup.ts';

async function measureBareRead(store: EventStore): Promise<number> {
  const begun = performance.now();
  let read = 0;
  for (let after: Position = startPosition; ; ) {
    const batch = await store.readAll(after, 2000);
    const last = batch.at(-1);
    if (!last) return read / ((performance.now() - begun) / 1000);
    read += batch.length;
    after = last.position;
  }
}

/**
 * All views rebuilt from a log of at least `size` events, its personal data decrypted, against a plain read of the
 * stored log, before and after.
 */
export async function measureRebuild(size: number, bench: Bench): Promise<BenchResult[]> {
  const workspace = await bench.createWorkspace();
  const [stored, views, documents] = [workspace.openEvents(), workspace.openViews(), workspace.openDocuments()];
  const credentialKey = randomBytes(32).toString('base64');
  // As in a process that has just started: no key is in memory yet.
  const openDecrypted = () =>
    openEncryptedLog(stored, createSubjectKeys({ documents, credentialKey: () => credentialKey }));
  await generateLog(openDecrypted(), size);
  await measureBareRead(stored);
  const before = await measureBareRead(stored);
  const rebuilt = await rebuildViews({ events: openDecrypted(), views, projections });
  const after = await measureBareRead(stored);
  await Promise.all([views.close(), documents.close(), stored.close()]);
  await workspace.end();

  const bare = (before + after) / 2;
  const rate = rebuilt.events / rebuilt.seconds;
  return [
    createResult({
      name: `rebuild of all views against a bare read, ${rebuilt.events.toLocaleString('en-US')} events`,
      value: rate / bare,
      unit: 'of the rate',
      better: 'higher',
      limit: 0.25,
      detail: {
        eventsPerSecond: roundDigits(rate),
        bareReadPerSecond: roundDigits(bare),
        secondsForAMillion: roundDigits(1_000_000 / rate),
      },
    }),
  ];
}
