import { deliverWebhook, webhookSecret } from '#server/testing/deliver-webhook.ts';
import { plausible } from './values.ts';

const listingCount = 5;
/** Without a sign that it is sold off the market, it waits for review. */
const plainTitle = '3 bedroom house';

/** Gives the product listings of its members, and one that waits for review. */
export async function deliverListings({ url }: { url: string }): Promise<void> {
  const { title, details, price, zipCode } = plausible;
  const listings = Array.from({ length: listingCount }, (_, n) => ({
    externalId: `seed-${n}`,
    title: n === 0 ? plainTitle : String(title).replace('12', String(100 * n)),
    details: n === 0 ? '' : details,
    price,
    zipCode,
    link: `https://example.com/seed-${n}`,
  }));
  const { status, text } = await deliverWebhook(url, webhookSecret, 'seed', { source: 'county', listings });
  if (status >= 300) throw new Error(`The listings were refused: ${status} ${text}`);
}
