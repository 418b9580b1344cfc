import { sourceStream } from '#domain/event-catalog/streams.ts';
import { sourceEndpoints } from '#domain/source/contract.ts';
import { source, type SourceCommand } from '#domain/source/decider.ts';
import type { FeedDescription } from '#domain/source/feed-description.contract.ts';
import type { CommandMetadata } from '#server/platform/commands/command-handler.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import { type Route, route } from '#server/platform/http/routing/route.ts';
import type { Platform } from '#server/platform/modules/platform.ts';
import { describeFeed, sourcesSpace } from './feeds/feed-state.ts';
import type { SourceServices } from './registry/source-services.ts';
import { changeDescription, parseSavedFeed } from './saved-feeds/parse-saved-feed.ts';
import { findSource, type ShownSourcesDeps } from './shown-sources.ts';

export type SavedFeedRoutesDeps = ShownSourcesDeps &
  Pick<Platform, 'handle' | 'waitForProjections'> & { sources: SourceServices; reservedSources: ReadonlySet<string> };
type SaveCommand = Extract<SourceCommand, { type: 'AddFeed' | 'ChangeFeed' }>;

const unreadableText = 'This feed cannot be read. Reload the page, or remove the feed and save it again.';

/** Full admins add, change and remove feeds. */
export function savedFeedRoutes(deps: SavedFeedRoutesDeps): Route[] {
  const { handle, waitForProjections, sources, savedFeeds, documents, reservedSources } = deps;

  /** Scouts learn of it from the views: what is declared or removed before these show it, they would undo. */
  const write = async (command: SourceCommand, sender: CommandMetadata) => {
    const { position } = await handle(source, sourceStream(command.data.sourceId), command, sender);
    await waitForProjections(position);
  };
  /** The description is stored before the event that names it, so that a crash leaves a feed as it was. */
  const save = async (command: SaveCommand, description: FeedDescription, sender: CommandMetadata) => {
    const { sourceId, feedId } = command.data;
    const feed = parseSavedFeed({ id: sourceId, feedId }, description);
    await savedFeeds.store(feedId, sourceId, description);
    await write(command, sender);
    await sources.registry.declare('feed', describeFeed(feed));
  };
  const assertFree = async (id: string, commandId: string) => {
    const { feedId } = await sources.findState(id);
    if (feedId === commandId) return;
    if (feedId !== null || reservedSources.has(id) || (await sources.registry.find(id)) !== null)
      throw new HttpError(409, `A source named '${id}' exists. Choose another name.`);
  };
  const findFeedId = async (id: string) => {
    const { feedId } = await sources.findState(id);
    if (feedId !== null) return feedId;
    await findSource(id, deps);
    throw new HttpError(409, `The source '${id}' was not saved here and can't be changed here`);
  };

  return [
    route(sourceEndpoints.saveFeed, async ({ body: { id, ...description }, sender, runOnce }) => {
      await runOnce(async () => {
        await assertFree(id, sender.commandId);
        await save({ type: 'AddFeed', data: { sourceId: id, feedId: sender.commandId } }, description, sender);
      });
      return () => findSource(id, deps);
    }),
    route(sourceEndpoints.changeFeed, async ({ params: { id }, body, sender, runOnce }) => {
      await runOnce(async () => {
        const replaces = await findFeedId(id);
        const saved = await savedFeeds.find(replaces);
        if (saved === null) throw new HttpError(409, unreadableText);
        const data = { sourceId: id, feedId: sender.commandId };
        await save({ type: 'ChangeFeed', data, replaces }, changeDescription(saved.description, body), sender);
        if (replaces !== sender.commandId) await savedFeeds.remove(replaces);
      });
      return () => findSource(id, deps);
    }),
    route(sourceEndpoints.removeFeed, ({ params: { id }, sender, runOnce }) =>
      runOnce(async () => {
        const feedId = await findFeedId(id);
        await write({ type: 'RemoveFeed', data: { sourceId: id } }, sender);
        await sources.registry.remove(id);
        await documents.remove(sourcesSpace, id);
        await savedFeeds.remove(feedId);
      }),
    ),
  ];
}
