import type { Logger } from 'pino';
import { erasedText } from '#domain/event-catalog/personal-data.ts';
import { StoreDamaged } from '#projections/store/port.ts';
import type { StoredEvent } from '#server/platform/event-store/port.ts';
import { createBatchUpcaster } from '#server/platform/event-store/upcasting.ts';
import { createDecryptor } from './encrypted-event-store.ts';
import type { SubjectKey, SubjectKeys } from './subject-keys.ts';

/** Replaces a personal text whose key is lost. */
const unreadableText = '[unreadable]';

/**
 * Decrypts stored events for readers that must not stop, and brings them to their present shape. Of an event that
 * cannot be decrypted, the personal texts read '[unreadable]', and its members as erased. Throws StoreUnavailable.
 */
export function createEventOpener(keys: SubjectKeys, log: Pick<Logger, 'fatal'>) {
  const decrypt = createDecryptor(keys);
  const decryptRest = createDecryptor(withoutLostKeys(keys));
  const decryptNothing = createDecryptor(withoutKeys(keys));
  const upcastAll = createBatchUpcaster();

  const decryptOne = async (event: StoredEvent): Promise<StoredEvent[]> => {
    try {
      return await decrypt([event]);
    } catch (error) {
      if (!(error instanceof StoreDamaged)) throw error;
      const { position, type } = event;
      log.fatal({ err: error, position, type }, 'Failed to decrypt an event; its personal data are unreadable');
      const opened = await decryptRest([event]).catch((cause: unknown) => {
        // With all of its keys it is the event itself that was altered.
        if (cause instanceof StoreDamaged) return decryptNothing([event]);
        throw cause;
      });
      return opened.map((one) => ({ ...one, data: markUnreadable(one.data) }));
    }
  };

  return async (events: StoredEvent[]): Promise<StoredEvent[]> => {
    try {
      return upcastAll(await decrypt(events));
    } catch (error) {
      if (!(error instanceof StoreDamaged)) throw error;
      const opened: StoredEvent[] = [];
      for (const event of events) opened.push(...(await decryptOne(event)));
      return upcastAll(opened);
    }
  };
}

/** Keys of which none can be had, and of whose subjects nothing is removed. */
function withoutKeys(keys: SubjectKeys): SubjectKeys {
  return { ...keys, cached: () => null, tokens: { ...keys.tokens, remove: () => Promise.resolve() } };
}

/** A lost key counts as none; nothing is removed of its subject, as the key was not destroyed. */
function withoutLostKeys(keys: SubjectKeys): SubjectKeys {
  const loadOne = async (subject: string): Promise<[string, SubjectKey]> => {
    try {
      return [subject, (await keys.load(new Set([subject]))).get(subject) ?? null];
    } catch (error) {
      if (error instanceof StoreDamaged) return [subject, null];
      throw error;
    }
  };
  const load: SubjectKeys['load'] = async (subjects) => new Map(await Promise.all(Array.from(subjects, loadOne)));
  return { ...withoutKeys(keys), cached: keys.cached, load };
}

function markUnreadable(value: unknown): unknown {
  if (value === erasedText) return unreadableText;
  if (Array.isArray(value)) return value.map(markUnreadable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, markUnreadable(field)]));
}
