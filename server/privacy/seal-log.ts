import type { ListedDocuments } from '#projections/store/port.ts';
import { StartRefused } from '../stores/data-folder.ts';
import type { EventStore } from '../event-store/port.ts';
import type { Rewriting } from '../event-store/rewriting.ts';
import { pastSealer, slicesOf, surveyed } from './seal-past.ts';
import type { SubjectKeys } from './subject-keys.ts';
import { noteSealed } from './whole.ts';

type Parts = {
  stored: EventStore;
  documents: ListedDocuments;
  subjectKeys: SubjectKeys;
  /** Null for a log in which nothing can be replaced. */
  rewriting: (() => Rewriting) | null;
  /** Forgets the chain over what stood there before. */
  dropHistory: () => Promise<void>;
};

/**
 * Seals in place the personal data of a log of an earlier version. It may be stopped at any moment and run again.
 * Resolves to the number of events that it sealed; `onProgress` is told what is done with how many. Throws StartRefused
 * where the log cannot be changed any more.
 */
export async function sealLog(parts: Parts, onProgress?: (done: string, events: number) => void): Promise<number> {
  const { stored, documents, subjectKeys } = parts;
  if (parts.rewriting === null) {
    throw new StartRefused(
      'In an EventStoreDB nothing can be replaced: `npm run migrate` seals while it copies the log',
    );
  }
  const counting = (done: string) => {
    let events = 0;
    return (more: number) => {
      events += more;
      onProgress?.(done, events);
    };
  };
  const { ended, sealsCoverPlain } = await surveyed(stored, counting('looked at'));
  if (sealsCoverPlain) {
    throw new StartRefused(
      'Personal data in this log are covered by its daily seals, and replacing them would break these',
    );
  }
  // From here on the log may be sealed in part.
  await noteSealed(documents, false);
  await parts.dropHistory();
  const seal = pastSealer(subjectKeys, ended);
  const rewriting = parts.rewriting();
  const passed = counting('sealed');
  let sealed = 0;
  try {
    for await (const events of slicesOf(stored)) {
      await seal.prepare(events);
      const changes = await seal.changes(events);
      if (changes.length > 0) rewriting.write(changes);
      sealed += changes.length;
      passed(events.length);
    }
  } finally {
    rewriting.close();
  }
  await noteSealed(documents);
  return sealed;
}
