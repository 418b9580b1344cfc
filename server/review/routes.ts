import * as z from 'zod';
import { decisionBody, reviewPaths } from '#domain/listing/review.contract.ts';
import { countWaiting, waitingForReview } from '#projections/review.ts';
import type { Context } from '../context.ts';
import { paging, setPage } from '../http/paging.ts';
import { type Route, route } from '../http/route.ts';
import type { WayIn } from '../intake/way-in.ts';
import { decide } from './decide.ts';
import { shownItem, withSeller } from './shown.ts';

const reviewQuery = z.object(paging);
const usualPage = 100;

/** The items that wait for a person, and what admins decide about them. */
export function reviewRoutes(context: Context, { intake }: Pick<WayIn, 'intake'>): Route[] {
  const { views, sellers } = context;

  return [
    route({ method: 'get', path: reviewPaths.list, access: 'admin', status: 200 }, async ({ request, response }) => {
      const { limit = usualPage, cursor } = reviewQuery.parse(request.query);
      const page = { limit, ...(cursor !== undefined && { cursor }) };
      const { loadGazetteer } = await import('../scout/gazetteer.ts');
      const gazetteer = await loadGazetteer();
      const [{ docs, cursor: next }, total] = await Promise.all([waitingForReview(views, page), countWaiting(views)]);
      setPage(request, response, { total, ...(next !== undefined && { cursor: next }) });
      return Promise.all(docs.map(async (doc) => withSeller(shownItem(doc, gazetteer), sellers)));
    }),

    route(
      { method: 'post', path: reviewPaths.decide(':id'), access: 'admin', status: 200, body: decisionBody },
      ({ body: { decision, listing }, request, sender }) => {
        const corrections = listing ?? { propertyType: undefined };
        return decide({ context, intake }, { id: String(request.params['id']), decision, corrections }, sender);
      },
    ),
  ];
}
