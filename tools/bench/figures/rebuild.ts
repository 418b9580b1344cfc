import { randomBytes } from 'node:crypto';
import { type Position, start } from '#domain/shared/decider.ts';
import { projections } from '#projections/all.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import { upcasting } from '#server/platform/event-store/upcasting.ts';
import { openSubjectKeys } from '#server/platform/encryption/subject-keys.ts';
import { sealing } from '#server/platform/encryption/sealing.ts';
import { rebuild } from '#server/platform/projector/rebuild.ts';
import { type Figure, figure, rounded } from '../figure.ts';
import { makeLog } from '../made-log.ts';
import type { Bench } from '../setup.ts';

async function bareRead(store: EventStore): Promise<number> {
  const begun = performance.now();
  let read = 0;
  for (let after: Position = start; ; ) {
    const batch = await store.readAll(after, 2000);
    const last = batch.at(-1);
    if (!last) return read / ((performance.now() - begun) / 1000);
    read += batch.length;
    after = last.position;
  }
}

/**
 * All views built anew from a log of at least `size` events, its personal data opened, against a bare read of that log
 * as it lies on disk, before and after.
 */
export async function rebuildRate(size: number, bench: Bench): Promise<Figure[]> {
  const place = await bench.newPlace();
  const [stored, views, documents] = [place.openEvents(), place.openViews(), place.openDocuments()];
  const credentialKey = randomBytes(32).toString('base64');
  // As a process finds it that has just begun: no key is in memory yet.
  const opened = () => upcasting(sealing(stored, openSubjectKeys({ documents, credentialKey: () => credentialKey })));
  await makeLog(opened(), size);
  await bareRead(stored);
  const before = await bareRead(stored);
  const built = await rebuild({ events: opened(), views, projections });
  const after = await bareRead(stored);
  await Promise.all([views.close(), documents.close(), stored.close()]);
  await place.end();

  const bare = (before + after) / 2;
  const rate = built.events / built.seconds;
  return [
    figure({
      name: `rebuild of all views against a bare read, ${built.events.toLocaleString('en-US')} events`,
      value: rate / bare,
      unit: 'of the rate',
      better: 'higher',
      limit: 0.25,
      detail: {
        eventsPerSecond: rounded(rate),
        bareReadPerSecond: rounded(bare),
        secondsForAMillion: rounded(1_000_000 / rate),
      },
    }),
  ];
}
