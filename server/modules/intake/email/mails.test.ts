import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { intakeItem } from '#domain/listing/contract.ts';
import { loadGazetteer } from '#server/modules/geo/index.ts';
import { parseItem } from '../pipeline/parse-item.ts';
import { readItem } from '../pipeline/read-item.ts';
import { extractOffers } from './offers/extract-offers.ts';
import { parseMail } from './parse-mail.ts';
import { toMailItems } from './take-mail.ts';
import expectedOffers from './testing/mails/expected.json' with { type: 'json' };

/** `type` is null for an offer that waits for review; `link` is null for one without its own. */
type ExpectedOffer = {
  title: string;
  price: number | null;
  place: string;
  type: string | null;
  link: string | null;
};

const siteUrl = 'https://site.example.com';
const places = [{ sender: 'list.example', place: { state: 'MI' } }];
const gazetteer = await loadGazetteer();
const mails = Object.entries<ExpectedOffer[]>(expectedOffers);

async function readOffers(name: string) {
  const mail = await parseMail(readFileSync(new URL(`testing/mails/${name}.eml`, import.meta.url)));
  const items = await toMailItems({ ...mail, offers: extractOffers(mail) }, undefined, { url: siteUrl, places });
  return items.flatMap(({ item, holdReason }) => {
    const parsed = parseItem('email-test', item, gazetteer, holdReason);
    if (parsed.kind === 'rejected') return [];
    const { title, link } = intakeItem.parse(item);
    const { price, place } = readItem(intakeItem.parse(item), gazetteer);
    const type = parsed.kind === 'listing' ? parsed.data.propertyType : null;
    return [{ title, price, place: place?.zipCode ?? place?.city, type, link: link === siteUrl ? null : link }];
  });
}

describe('whole mails', () => {
  it.each(mails)('Whole mails give their offers: %s', async (name, expected) => {
    expect(await readOffers(name)).toEqual(
      expected.map((offer) => ({ ...offer, title: expect.stringContaining(offer.title) as string })),
    );
  });

  it('Whole mails are many, of all kinds', () => {
    expect(mails.length).toBeGreaterThanOrEqual(30);
    expect(mails.flatMap(([, offers]) => offers).length).toBeGreaterThanOrEqual(70);
  });
});
