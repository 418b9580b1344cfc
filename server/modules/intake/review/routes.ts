import { reviewEndpoints } from '#domain/review.contract.ts';
import { countReviewItems, listReviewItems } from '#projections/review.ts';
import type { ViewReader } from '#projections/store/port.ts';
import { setPageHeaders } from '#server/platform/http/routing/paging.ts';
import { runBulk } from '#server/platform/http/routing/run-bulk.ts';
import { type Route, route } from '#server/platform/http/routing/route.ts';
import { loadGazetteer } from '#server/modules/geo/index.ts';
import type { Sellers } from '../owner-offers/seller-contacts.ts';
import { type DecideReviewDeps, decideReview } from './decide.ts';
import { addOfferParts, type OfferPartsDeps, presentReviewItem } from './present-review-item.ts';

type ReviewRoutesDeps = Omit<DecideReviewDeps, 'sellers'> & {
  views: ViewReader;
  sellers: Pick<Sellers, 'contactOf' | 'remove'>;
  pictures: OfferPartsDeps['pictures'];
};

/** The items that wait for review, and the decisions of admins about them. */
export function reviewRoutes(deps: ReviewRoutesDeps): Route[] {
  const { views, weights } = deps;

  return [
    route(reviewEndpoints.listReviewItems, async (call) => {
      const gazetteer = await loadGazetteer();
      const [{ docs, cursor }, total] = await Promise.all([
        listReviewItems(views, call.query),
        countReviewItems(views),
      ]);
      setPageHeaders(call, { total, cursor });
      return Promise.all(
        docs.map(async (doc) => addOfferParts(presentReviewItem(doc, gazetteer, weights.table), deps)),
      );
    }),

    route(reviewEndpoints.decideReviews, ({ body: { ids, decision, reason }, sender }) =>
      runBulk(ids, (id) =>
        decideReview(deps, { id, decision, reason }, { ...sender, commandId: `${sender.commandId}/${id}` }),
      ),
    ),

    route(reviewEndpoints.decideReview, ({ params: { id }, body: { decision, listing }, sender }) =>
      decideReview(deps, { id, decision, ...(listing && { corrections: listing }) }, sender),
    ),
  ];
}
