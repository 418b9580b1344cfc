import type { ListingEvent } from '#domain/listing/events.ts';
import { builtInSources } from '#domain/listing/built-in-sources.ts';
import type { Recorded } from '#domain/shared/decider.ts';
import type { StoredEvent } from '#server/platform/event-store/port.ts';
import type { Platform } from '#server/platform/modules/platform.ts';
import type { NewOutboxItem } from '#server/platform/outbox/item.ts';
import type { Outbox } from '#server/platform/outbox/outbox.ts';
import { createOutboxSubscriber } from '#server/platform/outbox/outbox-subscriber.ts';
import { createTermCheckpoint } from '#server/platform/subscriptions/checkpoints.ts';
import {
  createPictureAdapter,
  pictureChannel,
  type PictureAdapterDeps,
  type PictureContent,
} from './picture-adapter.ts';

/** Alerts go first. */
const collectMs = 100;

type FoundEvent = Recorded<Extract<ListingEvent, { type: 'ListingFound' }>>;
type PictureChannelDeps = PictureAdapterDeps &
  Pick<Platform, 'events' | 'documents'> & {
    outbox: Outbox;
  };

/** Gets the pictures of listings that are found, through the outbox: with its retries, each by one process, after alerts. */
export function createPictureChannel(deps: PictureChannelDeps) {
  return {
    adapter: createPictureAdapter(deps),
    subscriber: createOutboxSubscriber<PictureContent>({
      name: 'pictures',
      handles: ['ListingFound'],
      checkpoint: createTermCheckpoint(deps, 'pictures'),
      collectMs,
      outbox: deps.outbox,
      buildItems: (event) => Promise.resolve(buildItems(event, deps.clock().getTime())),
    }),
  };
}

function buildItems(event: StoredEvent, now: number): NewOutboxItem<PictureContent>[] {
  if (!isFound(event)) return [];
  const { id, position, metadata, data } = event;
  if (data.imageUrl === '' && data.source !== builtInSources.sell) return [];
  const content = { listingId: data.listingId };
  const item = { id: `picture:${id}`, channel: pictureChannel, userId: '', createdAt: metadata.at, position };
  return [{ ...item, due: now, content }];
}

function isFound(event: StoredEvent): event is StoredEvent & FoundEvent {
  return event.type === 'ListingFound';
}
