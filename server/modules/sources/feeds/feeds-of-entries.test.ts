import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { intakeItem } from '#domain/listing/contract.ts';
import { startFeedFixture, type FeedFixture, answerText } from './testing/feed-fixture.ts';

const kind = { kind: 'feed', mapping: undefined };
const rss = (items: string, attributes = '') => `<?xml version="1.0"?>
<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:content="http://purl.org/rss/1.0/modules/content/"
  xmlns:media="http://search.yahoo.com/mrss/" xmlns:geo="http://www.w3.org/2003/01/geo/wgs84_pos#"
  xmlns:georss="http://www.georss.org/georss" ${attributes}>
<channel><title>Estates</title><link>https://estates.example.com/</link>${items}</channel></rss>`;
const item = (more = '', title = 'A house') =>
  `<item><title>${title}</title><link>https://estates.example.com/1</link><guid isPermaLink="false">e-1</guid>${more}</item>`;

describe('feeds of entries', () => {
  let reading: FeedFixture;
  beforeEach(async () => {
    reading = await startFeedFixture();
  });
  afterEach(() => reading.close());

  const from = async (content: string | Buffer, more: object = {}, headers: Record<string, string> = {}) => {
    reading.answers['/feed'] = answerText(content, headers);
    const source = await reading.fromWeb('/feed', { ...kind, ...more });
    return { source, taken: reading.taken as Record<string, unknown>[] };
  };
  const only = async (...given: Parameters<typeof from>) => {
    const { source, taken } = await from(...given);
    expect(source.problem).toBeNull();
    expect(taken).toHaveLength(1);
    return taken[0];
  };
  const onlyRead = async (...given: Parameters<typeof from>) => intakeItem.parse(await only(...given));

  it('Feeds of entries are read from RSS 2.0', async () => {
    const listing = item(
      `<pubDate>Tue, 10 Mar 2026 10:00:00 +0100</pubDate>
       <description>&lt;p&gt;Heirs want it &lt;b&gt;gone&lt;/b&gt;.&lt;/p&gt;&lt;p&gt;As-is &amp;amp; vacant&lt;/p&gt;</description>
       <enclosure url="https://estates.example.com/plan.pdf" type="application/pdf" length="1"/>
       <enclosure url="https://estates.example.com/1.jpg" type="image/jpeg" length="1"/>
       <geo:lat>42.36</geo:lat><geo:long>-83.07</geo:long>`,
      'Inherited house, $45k obo',
    );
    expect(await onlyRead(rss(listing))).toEqual({
      title: 'Inherited house, $45k obo',
      link: 'https://estates.example.com/1',
      details: 'Heirs want it gone.\n\nAs-is & vacant',
      imageUrl: 'https://estates.example.com/1.jpg',
      postedAt: '2026-03-10T09:00:00.000Z',
      externalId: 'e-1',
      latitude: 42.36,
      longitude: -83.07,
    });
  });

  it('Feeds of entries are read from RSS 1.0, with double-encoded entities and separate enclosures for pictures', async () => {
    const about = 'https://towns.example.com/lots/7.html';
    const rdf = `<?xml version="1.0" encoding="UTF-8"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
  xmlns:enc="http://purl.oclc.org/net/rss_2.0/enc#" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel rdf:about="https://towns.example.com/"><title>Lots</title><link>https://towns.example.com/</link>
<items><rdf:Seq><rdf:li rdf:resource="${about}"/></rdf:Seq></items></channel>
<item rdf:about="${about}"><title><![CDATA[Corner lot (Ferndale, MI) &#x0024;9500 1200ft<sup>2</sup> R&amp;amp;D]]></title>
<link>${about}</link><description><![CDATA[Two acres.
No water &amp;amp; no power]]></description><dc:date>2026-03-10T10:00:00-05:00</dc:date>
<enc:enclosure rdf:resource="https://towns.example.com/7.jpg" enc:type="image/jpeg"/></item></rdf:RDF>`;
    expect(await only(rdf)).toEqual({
      title: 'Corner lot (Ferndale, MI) $9500 1200ft2 R&D',
      link: about,
      details: 'Two acres.\nNo water & no power',
      imageUrl: 'https://towns.example.com/7.jpg',
      postedAt: '2026-03-10T15:00:00.000Z',
      externalId: about,
    });
  });

  it('Feeds of entries are read from Atom, with addresses relative to xml:base', async () => {
    const atom = `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:georss="http://www.georss.org/georss" xml:base="https://atoms.example.com/sale/">
<title>Sale</title><id>urn:sale</id><updated>2026-03-10T10:00:00Z</updated>
<entry xml:base="march/"><id>urn:sale:9</id><title type="html">Cabin &amp;lt;old&amp;gt; &lt;b&gt;$12k&lt;/b&gt;</title>
<link rel="self" href="self.xml"/><link href="9.html"/><link rel="enclosure" type="image/png" href="9.png"/>
<updated>2026-03-09T10:00:00Z</updated><summary>Short</summary>
<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>Logs &amp; stone</p></div></content>
<georss:point>44.76 -85.62</georss:point></entry></feed>`;
    expect(await onlyRead(atom)).toMatchObject({
      title: expect.stringMatching(/^Cabin .*\$12k$/) as string,
      link: 'https://atoms.example.com/sale/march/9.html',
      details: 'Logs & stone',
      imageUrl: 'https://atoms.example.com/sale/march/9.png',
      postedAt: '2026-03-09T10:00:00.000Z',
      externalId: 'urn:sale:9',
      latitude: 44.76,
      longitude: -85.62,
    });
  });

  it('Feeds of entries are read from JSON Feed', async () => {
    const entry = {
      id: 17,
      url: '/17',
      title: 'Tiny home & lot',
      content_html: '<p>Sold <em>as-is</em>, Detroit, MI 48204</p>',
      image: '/17.jpg',
      date_published: '2026-03-10T10:00:00Z',
    };
    const feed = { version: 'https://jsonfeed.org/version/1.1', title: 'x', items: [entry] };
    expect(await only(JSON.stringify(feed))).toEqual({
      title: 'Tiny home & lot',
      link: `http://127.0.0.1:${reading.port}/17`,
      details: 'Sold as-is, Detroit, MI 48204',
      imageUrl: `http://127.0.0.1:${reading.port}/17.jpg`,
      postedAt: '2026-03-10T10:00:00.000Z',
      externalId: '17',
    });
  });

  it.each(['rss', 'atom', 'jsonfeed'])(
    'Feeds of entries may be described as %s, whatever their format is',
    async (name) => {
      expect(await only(rss(item()), { kind: name })).toMatchObject({ title: 'A house' });
    },
  );

  it('Feeds of entries may be files, whose relative addresses start at the site', async () => {
    const content = rss('<item><title>A</title><link>lots/1</link></item>');
    await reading.fromFile(content, kind);
    expect(reading.taken).toMatchObject([{ link: 'https://estates.example.com/lots/1' }]);
  });

  it('Feeds of entries keep their own addresses where the site in a file is not an address', async () => {
    const content = rss('<item><title>A</title><link>https://e.example.com/1</link></item>');
    const site = 'https://estates.example.com';
    for (const said of ['/', 'estates'])
      await reading.fromFile(content.replace(`<link>${site}`, `<link>${said}`), kind);
    expect(content).toContain(`<link>${site}`);
    expect(reading.taken).toMatchObject([{ link: 'https://e.example.com/1' }, { link: 'https://e.example.com/1' }]);
  });

  it('Feeds of entries can be mapped differently, field by field', async () => {
    const mapping = {
      title: 'For sale: {title}',
      postedAt: '',
      city: { from: 'title', match: String.raw`\(([^)]+)\)` },
      state: 'MI',
      details: '{author}: {description}',
      externalId: 'rss-{guid}',
    };
    const more =
      '<dc:creator>Ann</dc:creator><pubDate>Tue, 10 Mar 2026 10:00:00 GMT</pubDate><description>D</description>';
    expect(await only(rss(item(more, 'House (Flint)')), { mapping })).toEqual({
      title: 'For sale: House (Flint)',
      link: 'https://estates.example.com/1',
      details: 'Ann: D',
      externalId: 'rss-e-1',
      city: 'Flint',
      state: 'MI',
    });
  });

  it('Feeds of entries have a fixed set of columns, and a mapping may use no others', async () => {
    const { source } = await from(rss(item()), { mapping: { title: '{headline}' } });
    expect(source.problem).toMatch(
      /names the column 'headline', and there is none\. The columns are: title, link, description/,
    );
  });

  it.each([
    [
      'media:content',
      '<media:content url="https://i.example.com/a.jpg" medium="image"/>',
      'https://i.example.com/a.jpg',
    ],
    ['media:thumbnail', '<media:thumbnail url="https://i.example.com/t.jpg"/>', 'https://i.example.com/t.jpg'],
    [
      'an enclosure without a type',
      '<enclosure url="https://i.example.com/e.png?w=1"/>',
      'https://i.example.com/e.png?w=1',
    ],
    [
      'their HTML',
      '<description>&lt;img src="pixel.gif" width="1"&gt;&lt;img src="/h.jpg"&gt;</description>',
      '/h.jpg',
    ],
    ['nowhere', '<enclosure url="https://i.example.com/tour.mp4" type="video/mp4"/>', undefined],
    ['no address of the web', '<media:content url="data:image/png;base64,AAAA" medium="image"/>', undefined],
  ])('Feeds of entries use the picture from %s', async (_where, more, image) => {
    const taken = await only(rss(item(more)));
    const absolute = image?.startsWith('/') ? `http://127.0.0.1:${reading.port}${image}` : image;
    expect(taken?.['imageUrl']).toBe(absolute);
  });

  it.each([
    [
      'a guid that is an address',
      '<item><title>A</title><guid>https://e.example.com/g</guid></item>',
      'https://e.example.com/g',
    ],
    [
      'no link where there is none',
      '<item><title>A</title><guid isPermaLink="false">https://e.example.com/g</guid></item>',
      undefined,
    ],
    ['no link that is none of the web', '<item><title>A</title><link>javascript:alert(1)</link></item>', undefined],
  ])('Feeds of entries use as their link %s', async (_what, content, link) => {
    expect((await only(rss(content)))?.['link']).toBe(link);
  });

  it('Feeds of entries use the beginning of their text as the title where they have none', async () => {
    const content =
      '<item><link>https://e.example.com/1</link><description>Barn with land&lt;br&gt;Call</description></item>';
    expect(await only(rss(content))).toMatchObject({ title: 'Barn with land' });
  });

  it.each([
    ['is absent', '', undefined],
    [
      'is a text without a time, which the intake leaves out',
      '<pubDate>yesterday evening</pubDate>',
      'yesterday evening',
    ],
  ])('Feeds of entries have no time where it %s', async (_what, more, given) => {
    const raw = await only(rss(item(more)));
    expect(raw?.['postedAt']).toBe(given);
    expect(intakeItem.parse(raw)).not.toHaveProperty('postedAt');
  });

  it.each([
    ['of a zone with a name', '10 Mar 2026 10:00:00 EST', '2026-03-10T15:00:00.000Z'],
    ['without a zone', '2026-03-10T10:00:00', '2026-03-10T10:00:00.000Z'],
    ['of a day', '2026-03-10', '2026-03-10T00:00:00.000Z'],
  ])('Feeds of entries have a time %s', async (_what, time, posted) => {
    expect(await only(rss(item(`<dc:date>${time}</dc:date>`)))).toMatchObject({ postedAt: posted });
  });

  it('Feeds of entries stay within the limits of the intake, however long their texts are', async () => {
    const taken = await only(
      rss(`<item><title>${'long '.repeat(200)}</title><link>https://e.example.com/1</link>
        <guid isPermaLink="false">${'g'.repeat(900)}</guid><description>${'word '.repeat(8000)}</description></item>`),
    );
    expect(String(taken?.['title']).length).toBeLessThanOrEqual(500);
    expect(String(taken?.['details']).length).toBeLessThanOrEqual(20_000);
    expect(String(taken?.['externalId']).length).toBeLessThanOrEqual(200);
  });

  const señora = (declaration: string) => `<?xml version="1.0"${declaration}?>${rss(item('', 'Señora’s')).slice(21)}`;
  const windows = (content: string) => Buffer.from(content.replaceAll('’', '\x92'), 'latin1');
  it.each<[string, Buffer, Record<string, string>]>([
    ['UTF-8', Buffer.from(señora('')), {}],
    [
      'UTF-8, whatever is said',
      Buffer.from(señora(' encoding="ISO-8859-1"')),
      { 'content-type': 'text/xml; charset=iso-8859-1' },
    ],
    ['windows-1252 by its declaration', windows(señora(' encoding="windows-1252"')), {}],
    ['windows-1252 by its server', windows(señora('')), { 'content-type': 'application/xml; charset="windows-1252"' }],
    ['ISO-8859-1, as browsers know it', windows(señora(" encoding='iso-8859-1'")), {}],
    ['something that is not UTF-8 as it says', windows(señora(' encoding="utf-8"')), {}],
    ['an unknown encoding', windows(señora(' encoding="x-nobody"')), {}],
    ['UTF-16 with a mark', Buffer.from(`\uFEFF${señora(' encoding="utf-16"')}`, 'utf16le'), {}],
    ['UTF-16 without a mark', Buffer.from(señora(' encoding="utf-16"'), 'utf16le').swap16(), {}],
    ['UTF-8 that says UTF-16', Buffer.from(señora(' encoding="utf-16"')), {}],
  ])('Feeds of entries may be written in %s', async (_encoding, content, headers) => {
    expect(await only(content, {}, headers)).toMatchObject({ title: 'Señora’s' });
  });
});
