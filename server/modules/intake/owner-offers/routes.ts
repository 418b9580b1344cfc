import { type Offer, offerBody, offerPaths } from '#domain/owner-offer/contract.ts';
import { looksLikeSpam } from '#domain/owner-offer/spam.ts';
import { unknownZip } from '#domain/matching/scouting.contract.ts';
import { ownSources } from '#domain/listing/own-sources.ts';
import type { Sender } from '#server/platform/commands/handle.ts';
import { addressOf } from '#server/platform/http/middleware/address.ts';
import type { Limits } from '#server/platform/http/middleware/limits.ts';
import { Problem } from '#server/platform/http/middleware/problem.ts';
import { type Route, route } from '#server/platform/http/routing/route.ts';
import { loadGazetteer } from '#server/modules/geo/index.ts';
import { listingIdOf } from '../pipeline/identity.ts';
import type { ShownDeps } from '../pipeline/shown.ts';
import type { WayIn } from '../pipeline/way-in.ts';
import type { FormTokens } from './form-tokens.ts';
import { itemOf } from './item.ts';
import { type OfferDeps, offerFor } from './offer.ts';
import type { Sellers } from './sellers.ts';
import { type ForgetSellerDeps, forgetUnlessOffered } from './settled.ts';

const source = ownSources.sell;
const whyWait = 'An owner offers this property';
const thanks = 'Thank you. A person looks at your offer before it goes out to members.';
const closed = 'We do not take offers of owners at the moment. Please try again later.';

type TakeOfferDeps = {
  events: ShownDeps['events'] & ForgetSellerDeps['events'];
  caughtUp: ShownDeps['caughtUp'];
  sellers: Pick<Sellers, 'offerIdOf' | 'alike' | 'keep' | 'forget'>;
  formTokens: FormTokens;
  /** Whether a source is paused. */
  isPaused: (source: string) => Promise<boolean>;
};
type SellRoutesDeps = TakeOfferDeps & OfferDeps & { limits: Pick<Limits, 'sell'> };

/** The form by which owners offer a property, and the page of an offer that an alert links to. */
export function sellRoutes(deps: SellRoutesDeps, wayIn: WayIn): Route[] {
  const { limits, formTokens } = deps;
  return [
    route({ method: 'get', path: offerPaths.sell, access: 'anyone', status: 200 }, () =>
      Promise.resolve({ token: formTokens.issue() }),
    ),

    route(
      { method: 'post', path: offerPaths.sell, access: 'anyone', status: 202, body: offerBody },
      async ({ request, body, sender }) => {
        await limits.sell(addressOf(request));
        await take({ deps, wayIn }, body, sender);
        return { message: thanks };
      },
    ),

    route({ method: 'get', path: offerPaths.offer(':id'), access: 'signed-in', status: 200 }, ({ user, request }) =>
      offerFor(deps, user, String(request.params['id'])),
    ),
  ];
}

type Parts = { deps: TakeOfferDeps; wayIn: WayIn };

/** Holds an offer for review. The contact is stored first: an offer without a known seller would be lost. */
async function take({ deps, wayIn }: Parts, offer: Offer, sender: Sender): Promise<void> {
  const { formTokens, sellers, isPaused, caughtUp, events } = deps;
  if (await isPaused(source)) throw new Problem(409, closed);
  const place = (await loadGazetteer()).locate(offer);
  if (offer.zipCode !== undefined && place === null) throw new Problem(400, unknownZip(offer.zipCode));
  const offerId = sellers.offerIdOf(offer);
  const listingId = listingIdOf(source, { externalId: offerId, link: '' });
  const item = itemOf({ offer, offerId, place, link: `${wayIn.url}/offers/${listingId}` });
  const spam = looksLikeSpam({
    description: offer.description,
    isTrapped: offer.website !== undefined,
    form: await formTokens.look(offer.token, sender.commandId),
    ...(await sellers.alike(listingId, offer)),
  });
  await sellers.keep(listingId, offer);
  try {
    await wayIn.intake.take(source, [item], sender, spam ?? whyWait);
  } finally {
    // An offer that was rejected before stays rejected, and its seller forgotten.
    await forgetUnlessOffered(deps, listingId);
  }
  await formTokens.spend(offer.token, sender.commandId);
  await caughtUp(await events.head());
}
