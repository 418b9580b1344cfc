import { type Offer, offerBody, offerPaths } from '#domain/offer/contract.ts';
import { looksLikeSpam } from '#domain/offer/spam.ts';
import { unknownZip } from '#domain/scout/contract.ts';
import { ownSources } from '#domain/source/contract.ts';
import type { Context } from '../context.ts';
import type { Sender } from '../handle.ts';
import { addressOf } from '../http/address.ts';
import { Problem } from '../http/problem.ts';
import { type Route, route } from '../http/route.ts';
import { listingIdOf } from '../intake/identity.ts';
import type { WayIn } from '../intake/way-in.ts';
import { itemOf } from './item.ts';
import { offerFor } from './offer.ts';
import { forgetUnlessOffered } from './settled.ts';

const source = ownSources.sell;
const whyWait = 'An owner offers this property';
const thanks = 'Thank you. A person looks at your offer before it goes out to members.';
const closed = 'We do not take offers of owners at the moment. Please try again later.';

/** The form by which owners offer a property, and the page of an offer that members follow an alert to. */
export function sellRoutes(context: Context, wayIn: WayIn): Route[] {
  const { limits, formTokens } = context;
  return [
    route({ method: 'get', path: offerPaths.sell, access: 'anyone', status: 200 }, () =>
      Promise.resolve({ token: formTokens.issue() }),
    ),

    route(
      { method: 'post', path: offerPaths.sell, access: 'anyone', status: 202, body: offerBody },
      async ({ request, body, sender }) => {
        await limits.sell(addressOf(request));
        await take({ context, wayIn }, body, sender);
        return { message: thanks };
      },
    ),

    route({ method: 'get', path: offerPaths.offer(':id'), access: 'signed-in', status: 200 }, ({ user, request }) =>
      offerFor(context, user, String(request.params['id'])),
    ),
  ];
}

/** Has an offer wait for a person. The contact is kept first: an offer whose seller nobody knows would be lost. */
async function take({ context, wayIn }: Parts, offer: Offer, sender: Sender): Promise<void> {
  const { formTokens, sellers, sources, caughtUp, events } = context;
  if (await sources.pauses.isPaused(source)) throw new Problem(409, closed);
  const { loadGazetteer } = await import('../scout/gazetteer.ts');
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
    // One that was rejected before stays rejected, and its seller forgotten.
    await forgetUnlessOffered(context, listingId);
  }
  await formTokens.spend(offer.token, sender.commandId);
  await caughtUp(await events.head());
}

type Parts = { context: Context; wayIn: WayIn };
