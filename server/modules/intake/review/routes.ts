import * as z from 'zod';
import { decisionBody, reviewPaths } from '#domain/review/review.contract.ts';
import { countWaiting, waitingForReview } from '#projections/review.ts';
import type { ViewReader } from '#projections/store/port.ts';
import { paging, setPage } from '#server/platform/http/routing/paging.ts';
import { type Route, route } from '#server/platform/http/routing/route.ts';
import { loadGazetteer } from '#server/modules/geo/index.ts';
import type { WayIn } from '../pipeline/way-in.ts';
import type { Sellers } from '../owner-offers/sellers.ts';
import { type DecideDeps, decide } from './decide.ts';
import { shownItem, withSeller } from './shown.ts';

const reviewQuery = z.object(paging);
const usualPage = 100;

type ReviewRoutesDeps = Omit<DecideDeps, 'intake' | 'sellers'> & {
  views: ViewReader;
  sellers: Pick<Sellers, 'contactOf' | 'forget'>;
};

/** The items that wait for review, and the decisions of admins about them. */
export function reviewRoutes(deps: ReviewRoutesDeps, { intake }: Pick<WayIn, 'intake'>): Route[] {
  const { views, sellers } = deps;

  return [
    route({ method: 'get', path: reviewPaths.list, access: 'admin', status: 200 }, async ({ request, response }) => {
      const { limit = usualPage, cursor } = reviewQuery.parse(request.query);
      const page = { limit, ...(cursor !== undefined && { cursor }) };
      const gazetteer = await loadGazetteer();
      const [{ docs, cursor: next }, total] = await Promise.all([waitingForReview(views, page), countWaiting(views)]);
      setPage(request, response, { total, ...(next !== undefined && { cursor: next }) });
      return Promise.all(docs.map(async (doc) => withSeller(shownItem(doc, gazetteer), sellers)));
    }),

    route(
      { method: 'post', path: reviewPaths.decide(':id'), access: 'admin', status: 200, body: decisionBody },
      ({ body: { decision, listing }, request, sender }) => {
        const corrections = listing ?? { propertyType: undefined };
        return decide({ ...deps, intake }, { id: String(request.params['id']), decision, corrections }, sender);
      },
    ),
  ];
}
