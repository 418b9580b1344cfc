import type { StreamName } from '#domain/shared/decider.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import { createStreamLoader, type Fold } from './stream-loader.ts';

/** The state that all events of a stream make up. */
export async function readState<E extends { type: string; data: unknown }, S>(
  store: Pick<EventStore, 'read'>,
  fold: Fold<E, S>,
  stream: StreamName<E>,
): Promise<S> {
  return (await createStreamLoader(store).load(fold, stream)).state;
}
