import * as z from 'zod';
import { decisionBody, reviewPaths } from '#domain/review/review.contract.ts';
import { countReviewItems, listReviewItems } from '#projections/review.ts';
import type { ViewReader } from '#projections/store/port.ts';
import { pagingQuery, setPageHeaders } from '#server/platform/http/routing/paging.ts';
import { type Route, route } from '#server/platform/http/routing/route.ts';
import { loadGazetteer } from '#server/modules/geo/index.ts';
import type { IntakeDeps } from '../pipeline/deps.ts';
import type { Sellers } from '../owner-offers/seller-contacts.ts';
import { type DecideReviewDeps, decideReview } from './decide.ts';
import { presentReviewItem, addSeller } from './present-review-item.ts';

const reviewQuery = z.object(pagingQuery);
const defaultPageSize = 100;

type ReviewRoutesDeps = Omit<DecideReviewDeps, 'intake' | 'sellers'> & {
  views: ViewReader;
  sellers: Pick<Sellers, 'contactOf' | 'remove'>;
};

/** The items that wait for review, and the decisions of admins about them. */
export function reviewRoutes(deps: ReviewRoutesDeps, { intake }: Pick<IntakeDeps, 'intake'>): Route[] {
  const { views, sellers } = deps;

  return [
    route({ method: 'get', path: reviewPaths.list, access: 'admin', status: 200 }, async ({ request, response }) => {
      const { limit = defaultPageSize, cursor } = reviewQuery.parse(request.query);
      const page = { limit, ...(cursor !== undefined && { cursor }) };
      const gazetteer = await loadGazetteer();
      const [{ docs, cursor: next }, total] = await Promise.all([
        listReviewItems(views, page),
        countReviewItems(views),
      ]);
      setPageHeaders(request, response, { total, ...(next !== undefined && { cursor: next }) });
      return Promise.all(docs.map(async (doc) => addSeller(presentReviewItem(doc, gazetteer), sellers)));
    }),

    route(
      { method: 'post', path: reviewPaths.decide(':id'), access: 'admin', status: 200, body: decisionBody },
      ({ body: { decision, listing }, request, sender }) => {
        const corrections = listing ?? { propertyType: undefined };
        return decideReview({ ...deps, intake }, { id: String(request.params['id']), decision, corrections }, sender);
      },
    ),
  ];
}
