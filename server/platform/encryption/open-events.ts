import type { Logger } from 'pino';
import { erasedText } from '#domain/event-catalog/personal-data.ts';
import { StoreDamaged } from '#projections/store/port.ts';
import type { StoredEvent } from '#server/platform/event-store/port.ts';
import { createBatchUpcaster } from '#server/platform/event-store/upcasting.ts';
import { createDecryptor } from './encrypted-event-store.ts';
import type { SubjectKeys } from './subject-keys.ts';

/** Replaces a personal text whose key is lost. */
export const unreadableText = '[unreadable]';

/**
 * Decrypts stored events for readers that must not stop, and brings them to their present shape. The personal texts of
 * an event that cannot be decrypted read '[unreadable]'. Throws StoreUnavailable.
 */
export function createEventOpener(keys: SubjectKeys, log: Pick<Logger, 'fatal'>) {
  const decrypt = createDecryptor(keys);
  const upcastAll = createBatchUpcaster();

  const decryptOne = async (event: StoredEvent): Promise<StoredEvent> => {
    try {
      return (await decrypt([event]))[0] ?? event;
    } catch (error) {
      if (!(error instanceof StoreDamaged)) throw error;
      const { position, type } = event;
      log.fatal({ err: error, position, type }, 'Failed to decrypt an event; its personal data are unreadable');
      return { ...event, data: markUnreadable(event.data) };
    }
  };

  return async (events: StoredEvent[]): Promise<StoredEvent[]> => {
    try {
      return upcastAll(await decrypt(events));
    } catch (error) {
      if (!(error instanceof StoreDamaged)) throw error;
      return upcastAll(await Promise.all(events.map(decryptOne)));
    }
  };
}

/** The data of an event without its encrypted part. */
function markUnreadable(value: unknown): unknown {
  if (value === erasedText) return unreadableText;
  if (Array.isArray(value)) return value.map(markUnreadable);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([name]) => name !== 'sealed');
  return Object.fromEntries(entries.map(([name, field]) => [name, markUnreadable(field)]));
}
