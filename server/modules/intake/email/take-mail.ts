import { createHash } from 'node:crypto';
import type { IntakeResult } from '#domain/listing/contract.ts';
import type { Documents } from '#projections/store/port.ts';
import type { Config } from '#server/platform/config/config.ts';
import { loadGazetteer, placeSaid, type SaidPlace } from '#server/modules/geo/index.ts';
import type { Clock } from '#server/lib/clock.ts';
import { deliveries } from '../webhooks/deliveries.ts';
import type { Intake } from '../pipeline/intake.ts';
import type { Bounce } from './delivery-status.ts';
import { type Offer, offersIn } from './offers.ts';
import { type ReadMail, readMail } from './read-mail.ts';
import { distrust, domainOf } from './trust.ts';

type MailTakerDeps = {
  config: Pick<Config, 'intakeEmailFrom'>;
  documents: Documents;
  clock: Clock;
  intake: Pick<Intake, 'take'>;
  /** The address of the site. */
  url: () => string;
  /** Records an address that a delivery report calls undeliverable. */
  onBounce: OnBounce;
};
export type OnBounce = (bounce: Bounce) => Promise<void>;
type Came = { raw: Buffer; isSigned: boolean; requestId?: string };
export type MailedItem = { item: Record<string, unknown>; whyWait: string | undefined };

/** What became of the offers of a mail, and the source that they count for. */
export type TakenMail = { source: string; result: IntakeResult };
export type TakeMail = (came: Came) => Promise<TakenMail>;

const noLink = 'The mail has no link to this offer: give one before you accept it';
const nothing: IntakeResult = { accepted: 0, duplicates: 0, review: [], rejected: [] };

/**
 * Takes in what an e-mail offers, and reports the addresses that it calls undeliverable. The same Message-ID of the
 * same sender again changes nothing. Throws NotAMail, and what the intake throws.
 */
export function mailTaker({ config, documents, clock, intake, url, onBounce }: MailTakerDeps): TakeMail {
  const answerOnce = deliveries(documents, clock);

  const takeOffers = async (mail: ReadMail, source: string, { isSigned, requestId }: Came): Promise<IntakeResult> => {
    const whyWait = distrust(mail, config.intakeEmailFrom, isSigned) ?? undefined;
    const items = await itemsOf(mail, whyWait, url());
    const groups = [...Map.groupBy([...items.entries()], ([, { whyWait: why }]) => why)];
    const results = await Promise.all(
      groups.map(async ([why, group], n) => {
        const commandId = `email:${keyOf(mail)}/${n}`;
        const sender = { actor: `intake:${source}`, commandId, ...(requestId !== undefined && { requestId }) };
        const taken = await intake.take(
          source,
          group.map(([, { item }]) => item),
          sender,
          why,
        );
        return inPlace(
          taken,
          group.map(([index]) => index),
        );
      }),
    );
    return results.reduce((sum, result) => added(sum, result), nothing);
  };

  return async (came) => {
    const mail = await readMail(came.raw);
    const source = sourceOf(mail.sender);
    for (const bounce of mail.bounces ?? []) await onBounce(bounce);
    if (mail.bounces !== null || mail.isAutoReply) return { source, result: nothing };
    const result = await answerOnce(`email ${keyOf(mail)}`, () => takeOffers(mail, source, came));
    return { source, result };
  };
}

/** The same for one mail however often it comes; it names nobody. */
function keyOf({ sender, id }: ReadMail): string {
  return createHash('sha256')
    .update(JSON.stringify([sender, id]))
    .digest('base64url');
}

/** The sender's domain, in the characters that a source's name may have. */
function sourceOf(sender: string): string {
  const slug = domainOf(sender)
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  return `email-${slug === '' ? 'unknown' : slug}`.slice(0, 50);
}

/** The offers of a mail as raw items, each with why it waits for a person whatever it says. */
export async function itemsOf(mail: ReadMail, whyWait: string | undefined, siteUrl: string): Promise<MailedItem[]> {
  const gazetteer = await loadGazetteer();
  return offersIn(mail).map((offer, index) => ({
    item: itemOf(offer, mail, { place: placeSaid([offer.title, offer.details], gazetteer), index, siteUrl }),
    whyWait: whyWait ?? (offer.link === null ? noLink : undefined),
  }));
}

type Around = { place: SaidPlace; index: number; siteUrl: string };

function itemOf({ title, details, price, link, imageUrl }: Offer, mail: ReadMail, { place, index, siteUrl }: Around) {
  return {
    title,
    details,
    link: link ?? siteUrl,
    ...(price !== null && { price }),
    ...(imageUrl !== null && { imageUrl }),
    ...(mail.date !== null && { postedAt: mail.date }),
    ...(link === null && { externalId: `${mail.id}#${index}`.slice(-200) }),
    ...place,
  };
}

/** With the numbers that the items have in the whole mail. */
function inPlace(result: IntakeResult, places: number[]): IntakeResult {
  const moved = (refused: IntakeResult['review']) =>
    refused.map(({ index, reason }) => ({ index: places[index] ?? index, reason }));
  return { ...result, review: moved(result.review), rejected: moved(result.rejected) };
}

function added(some: IntakeResult, more: IntakeResult): IntakeResult {
  const inOrder = (refused: IntakeResult['review']) => refused.toSorted((a, b) => a.index - b.index);
  return {
    accepted: some.accepted + more.accepted,
    duplicates: some.duplicates + more.duplicates,
    review: inOrder([...some.review, ...more.review]),
    rejected: inOrder([...some.rejected, ...more.rejected]),
  };
}
