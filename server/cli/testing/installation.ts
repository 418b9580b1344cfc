import { hash } from 'node:crypto';
import type { Position } from '#domain/shared/decider.ts';
import { type Doc, StoreUnavailable } from '#projections/store/port.ts';
import { assertSameKey } from '#server/platform/encryption/key-check.ts';
import { createTestInstallation } from '#server/testing/test-installation.ts';
import type { StorageConfig } from '#server/platform/config/storage-config.ts';
import { type NewEvent, noStream } from '#server/platform/event-store/port.ts';
import type { LogStores, Stores } from '#server/platform/storage/stores.ts';

export const installationKey = hash('sha256', 'the key of an installation in tests', 'base64');

type FilledStores = LogStores & { storageConfig: StorageConfig };

/** A uuid for each name. */
const createId = (name: string) =>
  hash('sha256', name, 'hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*/, '$1-$2-$3-$4-$5');

/** The log of an installation with `appends` appends to streams in turn, some of several events, and documents of all kinds. */
export async function fillInstallation({ storageConfig, ...stores }: FilledStores, appends: number) {
  const { events, documents } = stores;
  await createTestInstallation(stores, storageConfig);
  const revisions = new Map<string, number>();
  const positions: Position[] = [];
  for (let n = 0; n < appends; n += 1) {
    const stream = `s-${n % 3}`;
    const data = { n, text: `Ünïcode 🏠 "quoted" ${n}`, list: [1, null, { b: 1, a: 2 }] };
    const some: NewEvent[] = Array.from({ length: 1 + (n % 4) }, (_, i) => ({
      id: createId(`${n}/${i}`),
      type: `Happened${i}`,
      data,
    }));
    const by = { actor: 'system', commandId: `c-${n}`, correlationId: 'c', at: '2026-01-01T00:00:00.000Z' };
    const { revision, position } = await events.append(stream, some, revisions.get(stream) ?? noStream, by);
    revisions.set(stream, revision);
    positions.push(position);
  }
  await assertSameKey(documents, installationKey, 'here');
  const cursor = positions[Math.floor(appends / 2)];
  const kept: [string, Doc & Record<string, unknown>, number?][] = [
    ['credentials', { id: 'ann', hash: '$argon2id$...', recoverable: null }],
    ['credentials', { id: 'bob', hash: '$argon2id$,,,', recoverable: { text: 'x' } }],
    ['checkpoints', { id: 'matching', position: cursor }],
    ['failed-events', { id: 'e', position: positions[1], type: 'ListingFound' }],
    ['digests', { id: 'l-0/ann', listingId: 'l', n: 0, userId: 'ann', due: 1 }],
    ['webhook-deliveries', { id: 'w', answer: {} }, Date.now() + 14 * 86_400_000],
    ['webhook-deliveries', { id: 'old', answer: {} }, Date.now() + 60_000],
    ['sessions', { id: 's', userId: 'ann', data: {} }, Date.now() + 3_600_000],
  ];
  for (const [space, doc, expires] of kept) await documents.put(space, doc, expires);
  return { cursor };
}

/** The same stores for a process that is killed at its (k + 1)-th write, which may or may not be stored. */
export function crashAfterWrites<S extends Pick<Stores, 'encryptedEvents' | 'documents'>>(
  stores: S,
  k: number,
  lastWrite: 'lost' | 'unheard',
): S {
  let left = k;
  const write = async <T>(work: () => Promise<T>): Promise<T> => {
    left -= 1;
    if (left >= 0) return work();
    if (left === -1 && lastWrite === 'unheard') await work();
    throw new StoreUnavailable('The process was killed');
  };
  const { encryptedEvents, documents } = stores;
  return {
    ...stores,
    encryptedEvents: { ...encryptedEvents, append: (...given) => write(() => encryptedEvents.append(...given)) },
    documents: {
      ...documents,
      put: (...given) => write(() => documents.put(...given)),
      remove: (...given) => write(() => documents.remove(...given)),
    },
  };
}
