import { hash } from 'node:crypto';
import type { IntakeResult } from '#domain/listing/contract.ts';
import type { Config } from '#server/platform/config/config.ts';
import { loadGazetteer } from '#server/modules/geo/index.ts';
import { mapWithYields } from '#server/lib/delay.ts';
import type { Platform } from '#server/platform/modules/platform.ts';
import { createIdempotentHandler } from '../webhooks/webhook-idempotency.ts';
import type { Intake } from '../pipeline/intake.ts';
import type { Bounce } from './delivery-status.ts';
import type { MailOffer } from './offers/extract-offers.ts';
import { type OfferPlace, placeOffer } from './offers/place-offer.ts';
import { readMail } from './read-mail.ts';
import type { ReadMail } from './read-thread.ts';
import { findSenderPlace, whyUntrusted, getDomain } from './sender-trust.ts';

const sourcePrefix = 'email-';
/** Of emails whose sender cannot be read. */
export const unknownSource = `${sourcePrefix}unknown`;

type MailIntakeDeps = Pick<Platform, 'documents' | 'clock' | 'url'> & {
  config: Pick<Config, 'intakeEmailFrom' | 'intakeEmailPlaces'>;
  intake: Pick<Intake, 'take'>;
  /** Records an address that a delivery report calls undeliverable. */
  onBounce: OnBounce;
};
export type OnBounce = (bounce: Bounce) => Promise<void>;
/** `previousMails` resolves when the mails before it were taken; it is read before that. */
type ReceivedMail = { raw: Buffer; isSigned: boolean; requestId?: string; previousMails?: Promise<unknown> };
export type MailItem = { item: Record<string, unknown>; holdReason: string | undefined };

/** The outcomes of the offers of a mail, and the source that they count for. `isRepeat`: it was taken before. */
export type MailIntakeResult = { source: string; result: IntakeResult; isRepeat: boolean };
export type TakeMail = (received: ReceivedMail) => Promise<MailIntakeResult>;

const missingLinkReason = 'The email has no link to this offer: add one before you accept it';
const emptyResult: IntakeResult = { accepted: 0, duplicates: 0, review: [], rejected: [] };

/**
 * Takes in the offers of an email, and reports the addresses that it calls undeliverable. The same Message-ID of the
 * same sender again changes nothing. Throws NotAMail, and the errors of the intake.
 */
export function createMailIntake({ config, documents, clock, intake, url, onBounce }: MailIntakeDeps): TakeMail {
  const answerOnce = createIdempotentHandler(documents, clock);

  const takeOffers = async (
    mail: ReadMail,
    source: string,
    { isSigned, requestId }: ReceivedMail,
  ): Promise<IntakeResult> => {
    const holdReason = whyUntrusted(mail, config.intakeEmailFrom, isSigned) ?? undefined;
    const items = await toMailItems(mail, holdReason, { url: url(), places: config.intakeEmailPlaces });
    const groups = [...Map.groupBy([...items.entries()], ([, { holdReason: why }]) => why)];
    const results = await Promise.all(
      groups.map(async ([why, group], n) => {
        const commandId = `email:${createMailKey(mail)}/${n}`;
        const request = requestId === undefined ? {} : { requestId };
        const sender = { actor: `intake:${source}`, commandId, channel: 'email', ...request } as const;
        const takenResult = await intake.take(
          source,
          group.map(([, { item }]) => item),
          sender,
          why,
        );
        return withOriginalIndexes(
          takenResult,
          group.map(([index]) => index),
        );
      }),
    );
    return results.reduce((sum, result) => addResults(sum, result), emptyResult);
  };

  return async (received) => {
    const mail = await readMail(received.raw);
    await received.previousMails;
    const source = deriveSource(mail.sender);
    for (const bounce of mail.bounces ?? []) await onBounce(bounce);
    if (mail.bounces !== null || mail.isAutoReply) return { source, result: emptyResult, isRepeat: false };
    const { answer, isRepeat } = await answerOnce(`email ${createMailKey(mail)}`, () =>
      takeOffers(mail, source, received),
    );
    return { source, result: answer, isRepeat };
  };
}

/** The same for every copy of a mail; it identifies no person. */
function createMailKey({ sender, id }: ReadMail): string {
  return hash('sha256', JSON.stringify([sender, id]), 'base64url');
}

/** The sender's domain, in the characters that a source's name may have. */
function deriveSource(sender: string): string {
  const slug = getDomain(sender)
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  return slug === '' ? unknownSource : `${sourcePrefix}${slug}`.slice(0, 50);
}

/** The base URL of the site, and the places of senders. */
export type MailContext = { url: string; places: Config['intakeEmailPlaces'] };

/** The offers of a mail as raw items, each with the reason why it waits for review regardless of its content. */
export async function toMailItems(
  mail: ReadMail,
  holdReason: string | undefined,
  { url, places }: MailContext,
): Promise<MailItem[]> {
  const gazetteer = await loadGazetteer();
  const senderPlace = findSenderPlace(mail.sender, places);
  const toMailItem = (offer: MailOffer, index: number): MailItem => ({
    item: toItem(offer, mail, { place: placeOffer(offer, gazetteer, senderPlace), index, siteUrl: url }),
    holdReason: holdReason ?? (offer.link === null ? missingLinkReason : undefined),
  });
  return mapWithYields(mail.offers, toMailItem);
}

type ItemContext = { place: OfferPlace; index: number; siteUrl: string };

function toItem(
  { title, details, price, link, imageUrl, fields: { parcel, propertyType } }: MailOffer,
  mail: ReadMail,
  { place, index, siteUrl }: ItemContext,
) {
  return {
    title,
    details,
    link: link ?? siteUrl,
    ...(price !== null && { price }),
    ...(imageUrl !== null && { imageUrl }),
    ...(mail.date !== null && { postedAt: mail.date }),
    ...(link === null && { externalId: `${mail.id}#${index}`.slice(-200) }),
    ...(parcel !== undefined && { parcel }),
    ...(propertyType !== undefined && { propertyType }),
    ...place,
  };
}

/** With the indexes that the items have in the whole mail. */
function withOriginalIndexes(result: IntakeResult, indexes: number[]): IntakeResult {
  const moved = (refused: IntakeResult['review']) =>
    refused.map(({ index, reason }) => ({ index: indexes[index] ?? index, reason }));
  return { ...result, review: moved(result.review), rejected: moved(result.rejected) };
}

function addResults(some: IntakeResult, more: IntakeResult): IntakeResult {
  const inOrder = (refused: IntakeResult['review']) => refused.toSorted((a, b) => a.index - b.index);
  return {
    accepted: some.accepted + more.accepted,
    duplicates: some.duplicates + more.duplicates,
    review: inOrder([...some.review, ...more.review]),
    rejected: inOrder([...some.rejected, ...more.rejected]),
  };
}
