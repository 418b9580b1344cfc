import { once } from 'node:events';
import { readdir, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MemberListingDetails } from '#domain/member-listing/contract.ts';
import { formatReference, type OfferReceipt, type UploadedPicture } from '#domain/owner-offer/contract.ts';
import type { ReviewItem } from '#domain/review.contract.ts';
import {
  type MailingServer,
  startMailingServer,
} from '#server/modules/alerts/channels/email/testing/mailing-server.ts';
import { loadKeys } from '#server/platform/modules/platform.ts';
import { deriveKey } from '#server/platform/encryption/derive-key.ts';
import { createFormTokens } from './form-tokens.ts';
import { createPng } from '#server/modules/pictures/testing/sample-pictures.ts';
import { createPictures } from '#server/modules/pictures/pictures.ts';
import { createBlobs } from '#server/platform/storage/blobs.ts';
import { yieldToEventLoop } from '#server/lib/delay.ts';
import type { TestClient } from '#server/testing/test-client.ts';

let product: MailingServer;
let root: TestClient;
let member: TestClient;
beforeAll(async () => {
  product = await startMailingServer();
  await product.intake.ready;
  root = await product.adminClient();
  member = product.newClient();
  const { id } = await member.register('near@example.com');
  await member.patch('/api/profile', { zipCode: '48204', maxPrice: 90_000 });
  await root.patch(`/api/admin/users/${id}/membership`, { status: 'active' });
});
afterAll(() => product.stop());

const post = async (bytes: Buffer) => {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(bytes)]), 'picture.png');
  const answer = await fetch(`${product.url}/api/sell/pictures`, { method: 'POST', body: form });
  return { status: answer.status, text: await answer.text() };
};
/** Sends a complete form, and closes the connection after some turns of the event loop, which the server runs in too. */
const uploadAndHangUp = async (bytes: Buffer, turns: number) => {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(bytes)]), 'picture.png');
  const { headers, body } = await encodeForm(form);
  const { hostname, port } = new URL(product.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  socket.write(`POST /api/sell/pictures HTTP/1.1\r\nHost: ${hostname}\r\n${headers}\r\n`);
  socket.write(body);
  await once(socket, 'connect');
  for (let turn = 0; turn < turns; turn += 1) await yieldToEventLoop();
  socket.resetAndDestroy();
};
const encodeForm = async (form: FormData) => {
  const encoded = new Response(form);
  const body = Buffer.from(await encoded.arrayBuffer());
  const type = encoded.headers.get('content-type') ?? '';
  return { body, headers: `Content-Type: ${type}\r\nContent-Length: ${body.length}\r\n` };
};
let shade = 0;
const upload = async () => {
  const { status, text } = await post(createPng(64, 48, { red: (shade += 1) }));
  expect(status).toBe(201);
  return JSON.parse(text) as UploadedPicture;
};
let offers = 0;
const submit = async (pictures: string[], changes: object = {}) => {
  offers += 1;
  const description = `Inherited three bedroom house number ${offers}, as-is. The roof leaks.`;
  const offer = { propertyType: 'house', zipCode: '48204', price: 45_000, description, name: 'Ann', consent: true };
  const { token } = JSON.parse((await root.get('/api/sell')).text) as { token: string };
  const body = { ...offer, phone: `313-555-${1000 + offers}`, token, pictures, ...changes };
  const { status, text } = await product.newClient().post('/api/sell', body);
  if (status !== 202) return { status, text, id: '', pictures: [] };
  const items = JSON.parse((await root.get('/api/admin/review')).text) as ReviewItem[];
  const item = items.find(({ listing }) => listing.details === description);
  return { status, text, id: item?.id ?? '', pictures: item?.pictures ?? [] };
};
const decide = (id: string, decision: string) => root.post(`/api/admin/review/${id}`, { decision });
const statusFor = async (client: TestClient, id: string) => (await client.get(`/api/pictures/${id}?size=small`)).status;

describe('the pictures of an offer', () => {
  it('The pictures of an offer are shown to its sender and to admins alone until it is accepted', async () => {
    const { id, preview } = await upload();
    expect(preview).toMatch(/^data:image\/jpeg;base64,/);
    expect([await statusFor(root, id), await statusFor(member, id)]).toEqual([200, 404]);
    const offer = await submit([id]);
    expect(offer.pictures).toEqual([
      { small: `/api/pictures/${id}?size=small`, large: `/api/pictures/${id}?size=large` },
    ]);
    expect(await statusFor(member, id)).toBe(404);
    await decide(offer.id, 'accept');
    const shown = async () => {
      const { status, text } = await member.get(`/api/listings/${offer.id}`);
      return status === 200 ? (JSON.parse(text) as MemberListingDetails).gallery : [];
    };
    await expect.poll(shown).toEqual(offer.pictures);
    expect(await statusFor(member, id)).toBe(200);
  });

  it('The pictures of an offer are deleted where it is declined', async () => {
    const { id } = await upload();
    const offer = await submit([id]);
    await decide(offer.id, 'reject');
    expect(await statusFor(root, id)).toBe(404);
    expect(await product.context.pictures.read(id, 'small')).toBeNull();
  });

  it('The pictures of an offer belong to one offer only', async () => {
    const { id } = await upload();
    expect((await submit([id])).pictures).toHaveLength(1);
    expect((await submit([id, 'f'.repeat(32)])).pictures).toEqual([]);
  });

  it('The pictures of an offer are at most six', async () => {
    const { status, text } = await submit(Array.from({ length: 7 }, () => 'f'.repeat(32)));
    expect([status, text]).toEqual([400, 'Pictures are limited to 6']);
  });

  it('The pictures of an offer are deleted where no offer arrives within a day', async () => {
    const { id } = await upload();
    const [sent] = (await submit([(await upload()).id])).pictures;
    const { documents, config } = product.context;
    const tomorrow = () => new Date(Date.now() + 25 * 3_600_000);
    const later = createPictures({ ...product.context, blobs: createBlobs(config, documents), clock: tomorrow });
    await product.context.pictures.purgeUnclaimed();
    expect(await statusFor(root, id)).toBe(200);
    await later.purgeUnclaimed();
    expect([await statusFor(root, id), (await root.get(sent?.small ?? '')).status]).toEqual([404, 200]);
  });

  it.each([
    ['a page', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 400, 'This is not a picture that we can read'],
    ['more than 10 MB', Buffer.alloc(10_000_001), 413, 'The file is larger than 10 MB'],
    ['far more than 10 MB', Buffer.alloc(12_000_000), 413, 'The file is larger than 10 MB'],
  ])('The pictures of an offer are refused with a sentence: %s', async (_name, bytes, status, sentence) => {
    const answer = await post(bytes);
    expect([answer.status, answer.text]).toEqual([status, expect.stringContaining(sentence)]);
  });

  it('The pictures of an offer are readable by the server alone while they are received', async () => {
    const socket = connect(Number(new URL(product.url).port), '127.0.0.1');
    socket.on('error', () => undefined);
    const head = 'POST /api/sell/pictures HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=x';
    socket.write(`${head}\r\nContent-Length: 200000\r\n\r\n--x\r\n`);
    socket.write('Content-Disposition: form-data; name="file"; filename="a"\r\n\r\nbytes');
    const listModes = async () => {
      const names = (await readdir(tmpdir())).filter((name) => name.startsWith(`scout-upload-${process.pid}-`));
      const found = await Promise.all(names.map((name) => stat(join(tmpdir(), name))));
      return found.map(({ mode }) => mode & 0o777);
    };
    await expect.poll(listModes).toEqual([0o600]);
    socket.resetAndDestroy();
    await expect.poll(listModes).toEqual([]);
  });

  it('The pictures of an offer leave no files behind, not even when their sender hangs up', async () => {
    await upload();
    const picture = createPng(64, 48, { red: 100 });
    for (let turns = 0; turns < 40; turns += 1) await uploadAndHangUp(picture, turns);
    const left = async () =>
      (await readdir(tmpdir())).filter((name) => name.startsWith(`scout-upload-${process.pid}-`));
    await expect.poll(left).toEqual([]);
  });
});

describe('the receipt of an offer', () => {
  /** From a form that has been open for half a minute. */
  const issueToken = () => {
    const { documents, config } = product.context;
    const key = deriveKey(loadKeys(config).credentials, 'form tokens');
    return createFormTokens({ documents, key, clock: () => new Date(Date.now() - 30_000) }).issue();
  };

  it('The receipt of an offer has the number that the page shows, and reaches the address of its owner', async () => {
    const { status, text } = await submit([], { token: issueToken(), email: 'heir@example.com' });
    const { reference } = JSON.parse(text) as OfferReceipt;
    expect([status, reference]).toEqual([202, expect.stringMatching(/^[0-9A-F]{4}-[0-9A-F]{4}$/)]);
    await expect.poll(() => product.received('heir@example.com').length).toBe(1);
    const raw = product.received('heir@example.com')[0]?.raw ?? '';
    expect(raw).toContain(`Subject: We got your offer ${reference}`);
    expect(raw).toContain('Hi Ann,');
  });

  it('The receipt of an offer is mailed once, however often it is sent', async () => {
    const offer = { email: 'twice@example.com', description: 'Inherited cabin without a roof, as-is, sent twice.' };
    const receipts = () => product.received('twice@example.com').length;
    const send = () => submit([], { ...offer, phone: '313-555-0111', token: issueToken() });
    await Promise.all([send(), send()]);
    await expect.poll(receipts).toBe(1);
    await send();
    await submit([], { token: issueToken(), email: 'witness@example.com' });
    await expect.poll(() => product.received('witness@example.com').length).toBe(1);
    expect(receipts()).toBe(1);
  });

  it('The receipt of an offer that looks like spam is not mailed', async () => {
    await submit([], { token: undefined, email: 'bot@example.com' });
    await submit([], { token: issueToken(), email: 'later@example.com' });
    await expect.poll(() => product.received('later@example.com').length).toBe(1);
    expect(product.received('bot@example.com')).toEqual([]);
  });

  it('The number of an offer is the beginning of the id of its listing', () => {
    expect(formatReference('98b43c55-cad7-5731-8a5f-b14816332030')).toBe('98B4-3C55');
  });
});
