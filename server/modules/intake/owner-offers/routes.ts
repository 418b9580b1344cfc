import { formatReference, offerEndpoints, type UploadedPicture } from '#domain/owner-offer/contract.ts';
import { builtInSources } from '#domain/listing/built-in-sources.ts';
import { getClientAddress } from '#server/platform/http/middleware/client-address.ts';
import type { RateLimits } from '#server/platform/http/middleware/rate-limits.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import { type Route, route } from '#server/platform/http/routing/route.ts';
import { type Pictures, UnreadablePicture } from '#server/modules/pictures/index.ts';
import { loadGazetteer } from '#server/modules/geo/index.ts';
import { createConcurrencyLimit } from '#server/platform/http/middleware/concurrency-limit.ts';
import type { UploadedFile } from '#server/platform/http/routing/body/upload.ts';
import { createOfferHolder, type HoldOfferDeps, pausedMessage } from './hold-offer.ts';
import { type OfferDeps, findOffer } from './offer.ts';

/** Each holds its file in memory until it was read. */
const maxConcurrent = 8;

const source = builtInSources.sell;
const thanksMessage = 'Thanks! We’ll review it before sharing it.';

type OwnerOfferRoutesDeps = HoldOfferDeps &
  OfferDeps & { limits: Pick<RateLimits, 'sell' | 'offerPicture'>; pictures: Pick<Pictures, 'add'> };

/** The form by which owners offer a property, and the page of an offer that an alert links to. */
export function ownerOfferRoutes(deps: OwnerOfferRoutesDeps): Route[] {
  const { limits, formTokens } = deps;
  const storeUpload = createPictureUploads(deps.pictures);
  const holdOffer = createOfferHolder(deps);
  return [
    route(offerEndpoints.getOfferForm, () => ({ token: formTokens.issue() })),

    route(offerEndpoints.submitOffer, async ({ request, body, sender }) => {
      await limits.sell(getClientAddress(request));
      const listingId = await holdOffer(body, sender);
      return { message: thanksMessage, reference: formatReference(listingId) };
    }),

    route(offerEndpoints.uploadOfferPicture, async ({ request, body: file }) => {
      await limits.offerPicture(getClientAddress(request));
      if (await deps.sources.pauses.isPaused(source)) throw new HttpError(409, pausedMessage);
      return storeUpload(file);
    }),

    route(offerEndpoints.getOfferPlace, async ({ query }) => {
      const { city, state } = (await loadGazetteer()).locate(query) ?? {};
      return city && state ? { city, state } : null;
    }),

    route(offerEndpoints.getOffer, ({ user, params: { id } }) => findOffer(deps, user, id)),
  ];
}

/** Stores uploads until their offer arrives. Throws HttpError 400 with a sentence for the sender, and 503. */
function createPictureUploads({ add }: Pick<Pictures, 'add'>) {
  const limit = createConcurrencyLimit(maxConcurrent);
  return (file: UploadedFile): Promise<UploadedPicture> =>
    limit(async () => {
      try {
        const { id, small } = await add(await file.content(), { use: 'uploaded', listingId: null });
        return { id, preview: `data:image/jpeg;base64,${small.toString('base64')}` };
      } catch (error) {
        if (error instanceof UnreadablePicture) throw new HttpError(400, error.message);
        throw error;
      }
    });
}
