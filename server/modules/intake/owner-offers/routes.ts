import { formatReference, type OwnerOffer, offerEndpoints } from '#domain/owner-offer/contract.ts';
import { findSpamReason } from '#domain/owner-offer/spam.ts';
import { describeUnknownZip } from '#domain/matching/scout-activity.contract.ts';
import { builtInSources } from '#domain/listing/built-in-sources.ts';
import type { CommandMetadata } from '#server/platform/commands/command-handler.ts';
import { getClientAddress } from '#server/platform/http/middleware/client-address.ts';
import type { RateLimits } from '#server/platform/http/middleware/rate-limits.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import { type Route, route } from '#server/platform/http/routing/route.ts';
import { recordWritePosition } from '#server/platform/http/routing/write-position.ts';
import type { Pictures } from '#server/modules/pictures/index.ts';
import { loadGazetteer } from '#server/modules/geo/index.ts';
import { deriveListingId } from '../pipeline/listing-id.ts';
import type { IntakeDeps } from '../pipeline/deps.ts';
import type { FormTokens } from './form-tokens.ts';
import { createPictureUploads } from './picture-uploads.ts';
import { type ReceiptDeps, sendReceipt } from './offer-receipt.ts';
import { toIntakeItem } from './offer-item.ts';
import { type OfferDeps, findOffer } from './offer.ts';
import type { Sellers } from './seller-contacts.ts';
import { isOffered, type PurgeSellerDeps, purgeUnlessOffered } from './purge-seller-contacts.ts';

const source = builtInSources.sell;
const holdReason = 'Submitted by owner';
const thanksMessage = 'Thanks! We’ll review it before sharing it.';
const pausedMessage = 'We’re not accepting offers right now. Please try again later.';

type TakeOfferDeps = ReceiptDeps & {
  events: PurgeSellerDeps['events'];
  sellers: Pick<Sellers, 'offerIdOf' | 'countSimilarOffers' | 'keep' | 'remove'>;
  pictures: Pick<Pictures, 'claim'>;
  formTokens: FormTokens;
  /** Whether a source is paused. */
  isPaused: (source: string) => Promise<boolean>;
};
type OwnerOfferRoutesDeps = TakeOfferDeps &
  OfferDeps & { limits: Pick<RateLimits, 'sell' | 'offerPicture'>; pictures: Pick<Pictures, 'add'> };

/** The form by which owners offer a property, and the page of an offer that an alert links to. */
export function ownerOfferRoutes(deps: OwnerOfferRoutesDeps, intakeDeps: IntakeDeps): Route[] {
  const { limits, formTokens } = deps;
  const storeUpload = createPictureUploads(deps.pictures);
  return [
    route(offerEndpoints.getOfferForm, () => ({ token: formTokens.issue() })),

    route(offerEndpoints.submitOffer, async ({ request, body, sender }) => {
      await limits.sell(getClientAddress(request));
      const listingId = await holdOffer({ deps, intakeDeps }, body, sender);
      return { message: thanksMessage, reference: formatReference(listingId) };
    }),

    route(offerEndpoints.uploadOfferPicture, async ({ request, body: file }) => {
      await limits.offerPicture(getClientAddress(request));
      if (await deps.isPaused(source)) throw new HttpError(409, pausedMessage);
      return storeUpload(file);
    }),

    route(offerEndpoints.getOfferPlace, async ({ query }) => {
      const { city, state } = (await loadGazetteer()).locate(query) ?? {};
      return city && state ? { city, state } : null;
    }),

    route(offerEndpoints.getOffer, ({ user, params: { id } }) => findOffer(deps, user, id)),
  ];
}

type TakeOfferContext = { deps: TakeOfferDeps; intakeDeps: IntakeDeps };

/** Holds an offer for review, and returns the id of its listing. The contact is stored first: an offer without a known seller would be lost. */
async function holdOffer(
  { deps, intakeDeps }: TakeOfferContext,
  offer: OwnerOffer,
  sender: CommandMetadata,
): Promise<string> {
  const { formTokens, sellers, pictures, isPaused, events } = deps;
  if (await isPaused(source)) throw new HttpError(409, pausedMessage);
  const place = (await loadGazetteer()).locate(offer);
  if (offer.zipCode !== undefined && place === null) throw new HttpError(400, describeUnknownZip(offer.zipCode));
  const offerId = sellers.offerIdOf(offer);
  const listingId = deriveListingId(source, { externalId: offerId, link: '' });
  const item = toIntakeItem({ offer, offerId, place, link: `${intakeDeps.url}/offers/${listingId}` });
  const spam = findSpamReason({
    description: offer.description,
    isHoneypotFilled: offer.website !== undefined,
    form: await formTokens.inspect(offer.token, sender.commandId),
    ...(await sellers.countSimilarOffers(listingId, offer)),
  });
  await sellers.keep(listingId, offer);
  await pictures.claim(offer.pictures ?? [], listingId);
  try {
    // Read after `inspect`: a form counts as used once its offer is in the log, and the same offer again is no spam.
    if (!(await isOffered(events, listingId)))
      await intakeDeps.intake.take(source, [item], { ...sender, channel: 'offer' }, spam ?? holdReason);
  } finally {
    // An offer that was rejected before stays rejected, and its contact is deleted.
    await purgeUnlessOffered(deps, listingId);
  }
  await formTokens.spend(offer.token, sender.commandId);
  if (spam === null) await sendReceipt(deps, listingId);
  recordWritePosition(await events.head());
  return listingId;
}
