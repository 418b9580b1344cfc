import { describe, expect, it } from 'vitest';
import { describeMatch } from '#domain/alert/match-reasons.ts';
import { createListingView } from '#domain/alert/testing/examples.ts';
import type { ListingView } from '#domain/listing/contract.ts';
import { renderAlertEmail } from './alerts.ts';
import { html } from './html.ts';
import { renderOfferReceiptEmail } from './offer-receipt.ts';

const listing = createListingView({
  title: 'House on Elm St',
  details: 'As is.',
  link: 'https://listings.example.com/1?a=1&b=2',
});

const mapsLinkUrl = 'https://maps.example.com/?q={query}';

const url = 'https://scout.example.com';
const addresses = { url, mapsLinkUrl, unsubscribe: `${url}/stop`, daily: `${url}/daily` };

function renderSample(changes: Partial<ListingView> = {}, isDaily = false) {
  const listings = [{ listing: { ...listing, ...changes }, cid: 'picture-1' }];
  return renderAlertEmail({ listings, total: 1, isDaily, ...addresses });
}

describe('the text of an alert', () => {
  it('The text of an alert says the same in both parts', () => {
    const { text, html: markup } = renderSample();
    const parts = ['House on Elm St', '$45,000', 'As is.', '12.4 mi from your ZIP code (within 50)'];
    for (const part of [...parts, 'Detroit, MI 48204 (approximate) · 12.4 mi away · House', 'View this listing']) {
      expect(text).toContain(part);
      expect(markup).toContain(part);
    }
    expect(text).toContain('https://listings.example.com/1?a=1&b=2');
    expect(markup).toContain('href="https://listings.example.com/1?a=1&amp;b=2"');
  });

  it('The text of several alerts links each listing to its page', () => {
    const listings = ['l-1', 'l-2'].map((id) => ({ listing: { ...listing, id }, cid: 'picture-1' }));
    const mail = renderAlertEmail({ listings, total: 2, isDaily: true, ...addresses });
    for (const id of ['l-1', 'l-2']) {
      expect(mail.text).toContain(`${url}/listings/${id}`);
      expect(mail.html).toContain(`href="${url}/listings/${id}"`);
    }
    expect(mail.text).toContain(`Original listing: ${listing.link}`);
  });

  it('The text of an alert names each search that the listing fits, where a further one does', () => {
    const figures = { miles: 12.4, radius: 50, maxPrice: 54_000 };
    const searches = [
      { ...figures, searchId: '1', name: 'Search 1' },
      { miles: 3, radius: 25, maxPrice: 50_000, searchId: 's-2', name: 'Motor City' },
    ];
    const offer = { price: 45_000, propertyType: 'house' } as const;
    const mailOf = (match: Parameters<typeof describeMatch>[0]) =>
      renderSample({ why: describeMatch(match, offer, 'new') }, true);
    const { text, html: markup } = mailOf({ ...figures, searches });
    for (const part of [text, markup]) {
      expect(part).toContain('Search 1: 12.4 mi from its ZIP code (within 50)');
      expect(part).toContain('Motor City: $45,000, $5,000 under your $50,000 max');
    }
    expect(mailOf(figures).text).not.toContain('Search 1');
  });

  it('The text of an alert never treats the text of a listing as markup', () => {
    const { html: markup } = renderSample({ title: '<img src=x onerror=alert(1)>', details: `"'&<b>`, why: ['<i>'] });
    expect(markup).not.toMatch(/<img src=x|<b>|<i>/);
    expect(markup).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(markup).toContain('&quot;&#39;&amp;&lt;b&gt;');
  });

  it('The text of an alert links only to web addresses', () => {
    expect(renderSample({ link: 'javascript:alert(1)' }).html).not.toContain('javascript:');
    expect(renderSample({ link: '' }).html).toContain('House on Elm St');
  });

  it('The text of an alert keeps a title on its line', () => {
    const { subject, text } = renderSample({ title: 'House\r\nBcc: eve@example.com\n\nX' });
    expect(subject).toBe('New listing in your area: House Bcc: eve@example.com X, $45,000');
    expect(text).toContain('House Bcc: eve@example.com X, $45,000');
  });

  it('The text of an alert names a price drop', () => {
    expect(renderSample({ kind: 'price drop' }).subject).toBe('Price drop in your area: House on Elm St, $45,000');
    expect(renderSample({ kind: 'price drop' }).text).toContain('$45,000 (price drop)');
  });

  it('The text of an alert names the old price, the new one and the difference', () => {
    const drop = { kind: 'price drop', price: 16_000, priceText: '$16,000', previousPrice: 18_500 } as const;
    const { subject, text, html: markup } = renderSample(drop);
    expect(subject).toBe('Price drop in your area: House on Elm St, $18,500 -> $16,000, down 14%');
    expect(text).toContain('House on Elm St, $18,500 -> $16,000, down 14%');
    expect(markup).toContain('$18,500 -&gt; $16,000, down 14%');
  });

  it('The text of an alert quotes the signals of the listing', () => {
    const { text, html: markup } = renderSample({ signals: [{ says: 'Back taxes', quote: 'owes <taxes>' }] });
    expect(text).toContain('Back taxes: “owes <taxes>”');
    expect(markup).toContain('Back taxes: <q>owes &lt;taxes&gt;</q>');
  });

  it('The text of an alert names the address, with a link to maps, and the figures', () => {
    const place = { address: '12 Elm St', city: 'Detroit', county: null, state: 'MI', zipCode: '48204' };
    const facts = {
      ...listing.facts,
      beds: { value: 3, quote: '3 bd' },
      yearBuilt: { value: 1962, quote: 'built 1962' },
    };
    const { text, html: markup } = renderSample({ place: { ...place, isApproximate: false }, facts });
    const address = 'https://maps.example.com/?q=12%20Elm%20St%2C%20Detroit%2C%20MI%2048204';
    for (const part of ['12 Elm St, Detroit, MI 48204 · 12.4 mi away · House', '3 bd · 1962']) {
      expect(text).toContain(part);
      expect(markup).toContain(part);
    }
    expect(text).toContain(`Open in maps: ${address}`);
    expect(markup).toMatch(/<a [^>]*href="https:\/\/maps[^"]*" rel="noreferrer"[^>]*>Open in maps<\/a>/);
    expect(markup).toContain(`href="${address}"`);
    expect(renderSample().html + renderSample().text).not.toContain('Open in maps');
  });

  it('An alert that was stored before listings had figures and addresses is still sent', () => {
    // As the outbox reads it, whose documents are not checked.
    const stored = JSON.parse(JSON.stringify({ ...listing, facts: undefined })) as ListingView;
    expect(
      renderAlertEmail({ listings: [{ listing: stored, cid: 'p' }], total: 1, isDaily: false, ...addresses }).text,
    ).toContain('Detroit, MI');
  });

  it('The text of an alert loads nothing when it is opened', () => {
    const { html: markup } = renderSample();
    expect(markup.match(/src="[^"]*"/g)).toEqual(['src="cid:logo"', 'src="cid:picture-1"']);
    expect(markup).not.toMatch(/url\(|@import|<link/);
  });

  it('The text of an alert has one button: to the listing, or to the dashboard where there are several', () => {
    expect(renderSample().html).toMatch(/class="button" href="https:\/\/scout\.example\.com\/listings\/l-1"/);
    const two = ['l-1', 'l-2'].map((id) => ({ listing: { ...listing, id }, cid: `picture-${id}` }));
    const mail = renderAlertEmail({ listings: two, total: 2, isDaily: false, ...addresses });
    expect(mail.html.match(/class="button"[^>]*/g)).toEqual([expect.stringContaining(`href="${url}/"`)]);
  });

  it('The text of an alert offers one mail a day to a member who gets alerts immediately', () => {
    expect(renderSample().text).toContain('Switch to a daily digest: https://scout.example.com/daily');
    expect(renderSample({}, true).text).not.toContain('/daily');
    expect(renderSample({}, true).text).toContain('Unsubscribe: https://scout.example.com/stop');
  });
});

it('Markup escapes inserted texts and inserts markup unchanged', () => {
  const items = ['a & b', '<c>'].map((item) => html`<li>${item}</li>`);
  expect(html`<ul title="${`"x"`}">${items}</ul>${1}`.html).toBe(
    '<ul title="&quot;x&quot;"><li>a &amp; b</li><li>&lt;c&gt;</li></ul>1',
  );
});

it.each([
  ['Ann', 'Hi Ann,'],
  ['José M. O’Neil-Smith', 'Hi José M. O’Neil-Smith,'],
  ['Ann <b>', 'Hello,'],
  ['You won, see evil.example', 'Hello,'],
  ['Call 313 555 0199', 'Hello,'],
])('The receipt of an offer by %j begins with %j', (name, greeting) => {
  const { text, html: markup } = renderOfferReceiptEmail({ listingId: 'l-1', name, canReply: false, url: '' });
  expect(text.startsWith(`${greeting}\n`)).toBe(true);
  expect(markup).toContain(`<p>${greeting}</p>`);
});
