import { type FeedDescription, feedDescription } from '#domain/source/feed-description.contract.ts';
import { findSourceStates } from '#projections/sources.ts';
import { documentSpaces } from '#projections/store/document-spaces.ts';
import { insertOrGet } from '#projections/store/insert-or-get.ts';
import { listAll } from '#projections/store/list-all.ts';
import { deriveKey } from '#server/platform/encryption/derive-key.ts';
import { decryptText, type EncryptedText, encryptText } from '#server/platform/encryption/encrypted-text.ts';
import { defineSealedDocuments } from '#server/platform/encryption/key-rotation.ts';
import type { Platform } from '#server/platform/modules/platform.ts';
import type { Feed } from '../feed-config/config.ts';
import type { SourceServices } from '../registry/source-services.ts';
import { parseSavedFeed } from './parse-saved-feed.ts';

const space = documentSpaces.savedFeeds;
const keyPurpose = 'saved feeds';
/** In ms: the log names a description that is older, or never will. */
const unusedAfterMs = 3_600_000;

/** One description of a feed. It is read once an event names its id, and until an event names another. */
type SavedFeedDoc = { id: string; sourceId: string; savedAt: string; sealed: EncryptedText };
export type SavedFeed = { feed: Feed; description: FeedDescription };

export const encryptedFeeds = defineSealedDocuments(space, keyPurpose);

export type SavedFeeds = ReturnType<typeof createSavedFeeds>;

type SavedFeedsDeps = Pick<Platform, 'documents' | 'views' | 'clock' | 'keys'> & {
  sources: Pick<SourceServices, 'findState'>;
  /** Ids of feeds that are not read as saved: the FEEDS file has them. */
  configuredIds: ReadonlySet<string>;
};

/** The feeds that admins save: the log says which, and encrypted documents describe them. */
export function createSavedFeeds({ documents, views, clock, keys, sources, configuredIds }: SavedFeedsDeps) {
  const key = deriveKey(keys.credentials, keyPurpose);
  /** By the id of the description, which never changes. */
  let knownFeeds = new Map<string, SavedFeed>();

  const find = async (feedId: string): Promise<SavedFeed | null> => {
    const doc = await documents.get<SavedFeedDoc>(space, feedId);
    const text = doc && decryptText(key, doc.id, doc.sealed);
    if (doc === null || text === null) return null;
    const description = feedDescription.parse(JSON.parse(text));
    return { feed: parseSavedFeed({ id: doc.sourceId, feedId }, description), description };
  };
  const list = async (): Promise<SavedFeed[]> => {
    const states = [...(await findSourceStates(views)).values()].filter(({ id }) => !configuredIds.has(id));
    const ids = states.flatMap(({ feedId }) => feedId ?? []);
    const feeds = await Promise.all(ids.map(async (id) => [id, knownFeeds.get(id) ?? (await find(id))] as const));
    knownFeeds = new Map(feeds.flatMap(([id, feed]) => (feed === null ? [] : [[id, feed]])));
    return [...knownFeeds.values()];
  };

  return {
    find,
    list,
    /** To be called before the event that names it; a second call changes nothing. */
    store: async (feedId: string, sourceId: string, description: FeedDescription): Promise<void> => {
      const sealed = encryptText(key, feedId, JSON.stringify(description));
      await insertOrGet(documents, space, { id: feedId, sourceId, savedAt: clock().toISOString(), sealed });
    },
    /** To be called after the event that ends its use. */
    remove: (feedId: string) => documents.remove(space, feedId),
    /** Removes what a crash left: descriptions that the log does not name, or no longer. */
    removeUnused: async (): Promise<void> => {
      const before = new Date(clock().getTime() - unusedAfterMs).toISOString();
      const docs = await listAll<SavedFeedDoc>(documents, space);
      for (const { id, sourceId } of docs.filter(({ savedAt }) => savedAt < before))
        if ((await sources.findState(sourceId)).feedId !== id) await documents.remove(space, id);
    },
  };
}
