import { deliverWebhook, webhookSecret } from '#server/testing/deliver-webhook.ts';
import type { TestServer } from '#server/testing/test-server.ts';
import { createPictureFile } from './forms.ts';
import { plausible } from './values.ts';

const listingCount = 2;
/** Without a sign that it is sold off the market, it waits for review. */
const plainTitle = '3 bedroom house';
let deliveries = 0;

/** Gives the product listings of its members, and one that waits for review; each time other ones. */
export async function deliverListings({ url }: Pick<TestServer, 'url'>): Promise<void> {
  const { title, details, zipCode } = plausible;
  deliveries += 1;
  const listings = Array.from({ length: listingCount }, (_, n) => ({
    externalId: `seed-${deliveries}-${n}`,
    title: n === 0 ? plainTitle : String(title).replace('12', String(1000 * deliveries + 100 * n)),
    details: n === 0 ? '' : details,
    price: 20_000 + 100 * deliveries + n,
    zipCode,
    link: `https://example.com/seed-${deliveries}-${n}`,
  }));
  const body = { source: `seed-${deliveries}`, listings };
  const { status, text } = await deliverWebhook(url, webhookSecret, `seed-${deliveries}`, body);
  if (status >= 300) throw new Error(`The listings were refused: ${status} ${text}`);
}

/** Offers a house with a picture as its owner, and accepts it as an admin. */
export async function publishOffer({ url, newClient, adminClient }: TestServer): Promise<void> {
  const owner = newClient();
  const form = new FormData();
  form.set('file', createPictureFile());
  const uploaded = await fetch(`${url}/api/sell/pictures`, { method: 'POST', body: form });
  const { id } = (await uploaded.json()) as { id: string };
  const { address, zipCode, price, description, name, email, propertyType } = plausible;
  const offer = { address, zipCode, price, description, name, email, propertyType, pictures: [id] };
  const response = await owner.post('/api/sell', { ...offer, consent: true, shareContact: true });
  if (response.status !== 202) throw new Error(`The offer was refused: ${response.status} ${response.text}`);
  const admin = await adminClient();
  const waiting = JSON.parse((await admin.get('/api/admin/review')).text) as { id: string; source: string }[];
  const heldItem = waiting.find(({ source }) => source === 'sell');
  const accepted = await admin.post(`/api/admin/review/${heldItem?.id ?? ''}`, { decision: 'accept' });
  if (accepted.status >= 300) throw new Error(`The offer was not accepted: ${accepted.status} ${accepted.text}`);
}
