import type { SourceView } from '#domain/source/contract.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import { type PresentSourcesDeps, presentSource } from './present-sources.ts';
import type { SavedFeeds } from './saved-feeds/saved-feeds.ts';

export type ShownSourcesDeps = PresentSourcesDeps & { savedFeeds: SavedFeeds };

/** Sources as full admins see them: with the descriptions of saved feeds. */
export async function showFeeds(views: SourceView[], { savedFeeds }: ShownSourcesDeps): Promise<SourceView[]> {
  const descriptions = new Map((await savedFeeds.list()).map(({ feed, description }) => [feed.id, description]));
  return views.map((view) => ({ ...view, feed: descriptions.get(view.id) ?? null }));
}

/** One source as full admins see it. Throws HttpError 404. */
export async function findSource(id: string, deps: ShownSourcesDeps): Promise<SourceView> {
  const view = await presentSource(id, deps);
  const [shown] = view === null ? [] : await showFeeds([view], deps);
  if (shown === undefined) throw new HttpError(404, 'No such source');
  return shown;
}
