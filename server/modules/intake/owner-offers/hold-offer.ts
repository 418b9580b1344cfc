import { describeUnknownZip } from '#domain/matching/scout-activity.contract.ts';
import { builtInSources } from '#domain/listing/built-in-sources.ts';
import type { OwnerOffer } from '#domain/owner-offer/contract.ts';
import { findSpamReason } from '#domain/owner-offer/spam.ts';
import { createKeyedMutex } from '#server/lib/keyed-mutex.ts';
import { loadGazetteer } from '#server/modules/geo/index.ts';
import type { Pictures } from '#server/modules/pictures/index.ts';
import type { CommandMetadata } from '#server/platform/commands/command-handler.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import { recordWritePosition } from '#server/platform/http/routing/write-position.ts';
import { buildReceiptMail } from '#server/modules/alerts/index.ts';
import type { Outbox } from '#server/platform/outbox/outbox.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import type { Intake } from '../pipeline/intake.ts';
import { deriveListingId } from '../pipeline/listing-id.ts';
import { readListingStage } from '../pipeline/listing-stage.ts';
import type { FormTokens } from './form-tokens.ts';
import { toIntakeItem } from './offer-item.ts';
import { type PurgeSellerDeps, purgeUnlessOffered } from './purge-seller-contacts.ts';
import type { Sellers } from './seller-contacts.ts';

type ReceiptDeps = {
  sellers: Pick<Sellers, 'giveReceipt'>;
  outbox: Pick<Outbox, 'put'>;
  events: Pick<EventStore, 'head'>;
  clock: Clock;
};

const source = builtInSources.sell;
const holdReason = 'Submitted by owner';
export const pausedMessage = 'We’re not accepting offers right now. Please try again later.';

export type HoldOfferDeps = ReceiptDeps & {
  events: PurgeSellerDeps['events'];
  sellers: Pick<Sellers, 'offerIdOf' | 'countSimilarOffers' | 'keep' | 'remove'>;
  pictures: Pick<Pictures, 'claim'>;
  formTokens: FormTokens;
  sources: { pauses: { isPaused: (source: string) => Promise<boolean> } };
  intake: Pick<Intake, 'take'>;
  /** The address of the site. */
  url: () => string;
};

/** Holds offers for review; resolves with the id of the listing. Throws HttpError 400, 409. */
export function createOfferHolder(deps: HoldOfferDeps) {
  // A double click sends the same offer twice at once.
  const offerMutex = createKeyedMutex();
  return async (offer: OwnerOffer, sender: CommandMetadata): Promise<string> => {
    if (await deps.sources.pauses.isPaused(source)) throw new HttpError(409, pausedMessage);
    const place = (await loadGazetteer()).locate(offer);
    if (offer.zipCode !== undefined && place === null) throw new HttpError(400, describeUnknownZip(offer.zipCode));
    const offerId = deps.sellers.offerIdOf(offer);
    const listingId = deriveListingId(source, { externalId: offerId, link: '' });
    const item = toIntakeItem({ offer, offerId, place, link: `${deps.url()}/offers/${listingId}` });
    await offerMutex(listingId, async () => {
      const stage = await readListingStage(deps.events, listingId);
      // A sender who knows an accepted offer could replace the contact of its owner.
      if (stage === 'accepted') return;
      const take = (reason: string) =>
        deps.intake.take(source, [item], { ...sender, channel: 'offer' }, reason).then(() => undefined);
      await holdOffer(deps, { offer, listingId, take: stage === 'waiting' ? null : take }, sender);
    });
    recordWritePosition(await deps.events.head());
    return listingId;
  };
}

/** `take` holds the listing for a reason; null where it waits already. */
type Holding = { offer: OwnerOffer; listingId: string; take: ((reason: string) => Promise<void>) | null };

/** The contact is stored first: an offer without a known seller would be lost. */
async function holdOffer(
  deps: HoldOfferDeps,
  { offer, listingId, take }: Holding,
  { commandId }: CommandMetadata,
): Promise<void> {
  const { formTokens, sellers, pictures } = deps;
  const spam = findSpamReason({
    description: offer.description,
    isHoneypotFilled: offer.website !== undefined,
    form: await formTokens.inspect(offer.token, commandId),
    ...(await sellers.countSimilarOffers(listingId, offer)),
  });
  await sellers.keep(listingId, offer);
  await pictures.claim(offer.pictures ?? [], listingId);
  try {
    await take?.(spam ?? holdReason);
  } finally {
    // An offer that was rejected before stays rejected, and its contact is deleted.
    await purgeUnlessOffered(deps, listingId);
  }
  await formTokens.spend(offer.token, commandId);
  if (spam === null) await sendReceipt(deps, listingId);
}

/** Mails the reference of an offer to its seller, once, where an address was given. */
async function sendReceipt({ sellers, outbox, events, clock }: ReceiptDeps, listingId: string): Promise<void> {
  await sellers.giveReceipt(listingId, async () =>
    outbox.put([buildReceiptMail(listingId, { at: clock(), position: await events.head() })]),
  );
}
