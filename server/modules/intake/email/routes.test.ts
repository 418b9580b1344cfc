import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SourceView } from '#domain/source/contract.ts';
import type { ReviewItem } from '#domain/review.contract.ts';
import { type TestServer, startTestServer } from '#server/testing/test-server.ts';
import { renderOffer, deliverMail, createOffer, renderMime, mailPath, mailSecret } from './testing/mail-fixture.ts';

describe('the webhook for emails', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ INTAKE_SECRET: mailSecret });
    await server.intake.ready;
  });
  afterAll(() => server.stop());

  const deliver = (payload: string, given: Parameters<typeof deliverMail>[2] = {}) =>
    deliverMail(server.url, payload, given);
  const taken = async (...given: Parameters<typeof deliver>) => {
    const { status, text } = await deliver(...given);
    expect({ status, text }).toMatchObject({ status: 202 });
    return JSON.parse(text) as Record<string, unknown>;
  };
  const waiting = async (to = server) =>
    JSON.parse((await (await to.adminClient()).get('/api/admin/review')).text) as ReviewItem[];

  it('The webhook for emails takes each offer of a mail, with unchanged links and pictures', async () => {
    const [first, second] = [createOffer(), createOffer('$39,500')];
    expect(await taken(renderMime(renderOffer(first) + renderOffer(second)))).toEqual({
      accepted: 2,
      duplicates: 0,
      review: [],
      rejected: [],
    });
    const found = await server.context.events.readAll(0 as never, 10_000);
    const listing = found.map(({ data }) => data as Record<string, unknown>).find(({ link }) => link === second.link);
    expect(listing).toMatchObject({
      source: 'email-mail-homes-example',
      title: second.title,
      price: 39_500,
      imageUrl: expect.stringContaining('https://img.example.com/') as string,
      postedAt: '2026-03-10T10:00:00.000Z',
      place: { zipCode: '48204' },
      propertyType: 'house',
    });
  });

  it('The webhook for emails takes a mail about one offer by its subject and text', async () => {
    const { title, link } = createOffer();
    const body = `As-is, heirs want it gone. Detroit, MI 48204.\r\nSee ${link}`;
    expect(await taken(renderMime(body, { type: 'text/plain', subject: `${title}, $45k obo` }))).toMatchObject({
      accepted: 1,
    });
  });

  it('The webhook for emails changes nothing when the same mail is sent again, and answers as before', async () => {
    const written = renderMime(renderOffer(createOffer()));
    const first = await taken(written);
    expect(first).toMatchObject({ accepted: 1 });
    expect(await taken(written)).toEqual(first);
    const id = randomUUID();
    expect(await taken(written, { id })).toEqual(first);
    expect(await taken(renderMime(renderOffer(createOffer())), { id })).toEqual(first);
  });

  it('The webhook for emails recognizes a mail without a Message-ID by its content', async () => {
    const written = renderMime(renderOffer(createOffer()), { id: null });
    expect(await taken(written)).toEqual(await taken(written));
  });

  it('The webhook for emails holds for review what it cannot parse, with the reason', async () => {
    const { link } = createOffer();
    const { review } = await taken(
      renderMime(`<p>3 bedroom house, as-is. <a href="${link}">Read on our pages</a></p>`),
    );
    expect(review).toEqual([{ index: 0, reason: expect.stringContaining('No valid price') as string }]);
    const unlinked = renderMime('3 bedroom house in Detroit, MI 48204, as-is. Call me.', {
      type: 'text/plain',
      subject: 'House for sale, $31,000',
    });
    expect(await taken(unlinked)).toMatchObject({
      accepted: 0,
      review: [{ index: 0, reason: expect.stringContaining('no link') as string }],
    });
    expect((await waiting()).map(({ listing }) => listing.title)).toContain('House for sale, $31,000');
  });

  it('The webhook for emails rejects an offer of anything but a property', async () => {
    const rental = renderMime(
      '<a href="https://click.example.com/r">Apartment for rent</a> $900 per month, Detroit, MI 48204',
      { subject: 'Apartment for rent, $900/month' },
    );
    expect(await taken(rental)).toMatchObject({ accepted: 0, rejected: [{ index: 0 }] });
  });

  it('The webhook for emails numbers offers in their order', async () => {
    const offers = [
      renderOffer(createOffer()),
      renderOffer({ ...createOffer('$900 per month'), title: 'Apartment for rent, $900 deposit, price $950' }),
      renderOffer(createOffer()),
    ];
    const answer = await taken(renderMime(offers.join('')));
    expect(answer).toMatchObject({ accepted: 2 });
    expect([...(answer['review'] as []), ...(answer['rejected'] as [])]).toMatchObject([{ index: 1 }]);
  });

  it('The webhook for emails ignores attachments, scripts and automatic replies', async () => {
    const boundary = 'b1';
    const parts = [
      `--${boundary}\r\nContent-Type: text/html\r\n\r\n<script>fetch('https://x.example.com')</script>${renderOffer(createOffer())}`,
      `--${boundary}\r\nContent-Type: application/pdf; name=a.pdf\r\nContent-Disposition: attachment\r\nContent-Transfer-Encoding: base64\r\n\r\nAAAA`,
    ];
    const written = renderMime(`${parts.join('\r\n')}\r\n--${boundary}--`, {
      type: `multipart/mixed; boundary=${boundary}`,
    });
    expect(await taken(written)).toMatchObject({ accepted: 1 });
    const away = renderMime('I am on holiday', {
      type: 'text/plain',
      headers: ['Auto-Submitted: auto-replied (vacation)'],
    });
    expect(await taken(away)).toEqual({ accepted: 0, duplicates: 0, review: [], rejected: [] });
  });

  it.each([
    ['as it is', '', (text: string) => text],
    ['in base64', 'Content-Transfer-Encoding: base64\r\n', (text: string) => Buffer.from(text).toString('base64')],
  ])('The webhook for emails reads a mail that was forwarded as an attachment %s', async (_how, header, encoded) => {
    const [offered, other] = [createOffer(), createOffer('$39,500')];
    const parts = [
      '--b1\r\nContent-Type: text/plain\r\n\r\nSee the attached',
      `--b1\r\nContent-Type: message/rfc822\r\nContent-Disposition: attachment; filename="alert.eml"\r\n${header}\r\n${encoded(renderMime(renderOffer(offered) + renderOffer(other)))}`,
    ];
    const written = renderMime(`${parts.join('\r\n')}\r\n--b1--`, {
      type: 'multipart/mixed; boundary=b1',
      subject: 'Fwd: x',
    });
    expect(await taken(written)).toMatchObject({ accepted: 2 });
  });

  it('The webhook for emails holds a mail that its own mail server reports as forged', async () => {
    const headers = ['Authentication-Results: mx.example.com; spf=fail smtp.mailfrom=x; dkim=none; dmarc=fail'];
    const { review, accepted } = await taken(renderMime(renderOffer(createOffer()), { headers }));
    expect(accepted).toBe(0);
    expect(review).toMatchObject([
      { reason: expect.stringContaining('does not come from mail.homes.example') as string },
    ]);
  });

  it.each([
    ['of another secret', { key: `whsec_${Buffer.from('not the secret of this server').toString('base64')}` }, 401],
    ['of another shape', { signature: 'v1' }, 401],
    ['that is old', { at: new Date(Date.now() - 6 * 60_000) }, 401],
    ['of another type of body', { type: 'application/json' }, 415],
    ['of another type and signature', { type: 'application/json', signature: 'v1,AAAA' }, 401],
  ])('The webhook for emails refuses a delivery %s', async (_what, given, status) => {
    expect(await deliver(renderMime(renderOffer(createOffer())), given)).toMatchObject({ status });
  });

  it.each([
    ['an empty body', ''],
    ['JSON', '{"source": "x", "listings": []}'],
    ['bytes', '\u0000\u0001\u0002\u0003'],
    ['text', 'Hello there'],
    ['a mail without a sender', 'Subject: House $20k\r\n\r\nDetroit, MI 48204'],
    ['a mail from two', renderMime(renderOffer(createOffer()), { from: 'a@homes.example, b@evil.example' })],
    [
      'parts without an end',
      `From: a@b.example\r\n${Array.from({ length: 3000 }, (_, n) => `Content-Type: multipart/mixed; boundary="b${n}"\r\n\r\n--b${n}\r\n`).join('')}`,
    ],
  ])('The webhook for emails refuses %s with 400 and a message', async (_what, body) => {
    const { status, text } = await deliver(body);
    expect({ status, text }).toEqual({ status: 400, text: expect.stringMatching(/^The body is not a/) as string });
  });

  it('The webhook for emails counts the mails that it could not read, for admins and as a metric', async () => {
    const admin = await server.adminClient();
    const list = async () => JSON.parse((await admin.get('/api/admin/sources')).text) as SourceView[];
    const read = async () => (await list()).find(({ id }) => id === 'email-unknown')?.unreadable;
    const before = (await read())?.count ?? 0;
    await deliver('Hello there');
    await deliver('Subject: House $20k\r\n\r\nDetroit, MI 48204');
    await expect
      .poll(read)
      .toMatchObject({ count: before + 2, reason: expect.stringMatching(/^The body is not an email/) as string });
    expect(await (await fetch(`${server.url}/metrics`)).text()).toContain(
      `source_unreadable_mails{source="email-unknown"} ${before + 2}`,
    );
  });

  it('The webhook for emails refuses more than 8 MB, and other methods', async () => {
    expect(await deliver(renderMime('x'.repeat(8_100_000)))).toMatchObject({ status: 413 });
    const response = await fetch(server.url + mailPath);
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
  });
});

describe('the webhook for emails without a secret', () => {
  it('The webhook for emails without a secret does not exist', async () => {
    const server = await startTestServer();
    const response = await fetch(server.url + mailPath, {
      method: 'POST',
      body: 'x',
      headers: { 'content-type': 'message/rfc822' },
    });
    expect(response.status).toBe(404);
    await server.stop();
  });
});
