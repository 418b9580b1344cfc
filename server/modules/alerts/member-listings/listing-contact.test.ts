import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import type { MemberListing, MemberListingDetails } from '#domain/member-listing/contract.ts';
import type { ReviewItem } from '#domain/review.contract.ts';
import { setUpServer } from '#server/testing/set-up-server.ts';
import type { TestClient } from '#server/testing/test-client.ts';

const product = setUpServer();
let member: TestClient;
let setStatus: (status: string) => Promise<unknown>;
beforeAll(async () => {
  member = product.newClient();
  const { id } = await member.register('ann@example.com');
  await member.patch('/api/profile', { zipCode: '48204', maxPrice: 60_000 });
  const root = await product.adminClient();
  setStatus = (status) => root.patch(`/api/admin/users/${id}/membership`, { status });
  await setStatus('active');
});

const readMember = async (id: string) =>
  JSON.parse((await member.get(`/api/listings/${id}`)).text) as MemberListingDetails;
const findId = async (words: string) =>
  (JSON.parse((await member.get(`/api/listings?q=${words}`)).text) as MemberListing[])[0]?.id;

/** Sends an offer and accepts it; resolves with its listing as the member reads it. */
async function offer(street: string, shareContact: boolean): Promise<MemberListingDetails> {
  const body = {
    propertyType: 'house',
    zipCode: '48204',
    price: '$45,000',
    description: `Inherited three bedroom house at ${street} Street. Sold as-is, needs a roof. 3135550199`,
    name: `Heir of ${street}`,
    email: `${street}@example.com`,
    phone: '313-555-0123',
    consent: true,
    shareContact,
  };
  const root = await product.adminClient();
  expect((await product.newClient().post('/api/sell', body)).status).toBe(202);
  const waiting = JSON.parse((await root.get('/api/admin/review')).text) as ReviewItem[];
  const id = waiting.find(({ listing }) => listing.details === body.description)?.id ?? '';
  expect((await root.post(`/api/admin/review/${id}`, { decision: 'accept' })).status).toBe(200);
  await expect.poll(() => findId(street)).toBe(id);
  return readMember(id);
}

it('A listing has the telephones and addresses of its text, and the list and the file have none', async () => {
  const details = 'Heirs want it gone. Call (313) 555-0123 or write to ann.heir@example.com.';
  const facts = { title: 'Inherited house at 128 Oak Street', price: 41_000, link: 'https://l.example.com/1' };
  const items = [{ externalId: '1', ...facts, details, zipCode: '48204' }];
  await product.intake.take('county', items, { actor: 'intake:county', commandId: randomUUID() });
  await expect.poll(() => findId('128')).toBeDefined();
  const listing = await readMember((await findId('128')) ?? '');
  expect(listing).toMatchObject({ details, contact: { phones: ['313-555-0123'], emails: ['ann.heir@example.com'] } });
  const others = [(await member.get('/api/listings')).text, (await member.get('/api/listings/export')).text];
  for (const text of others) expect(text).toContain('128 Oak');
  expect(others.join()).not.toMatch(/555-0123|ann\.heir/);
});

it('The listing of an offer has the contact of its seller only where that one shares it, for active members', async () => {
  expect((await offer('Maple', false)).contact).toEqual({ phones: [], emails: [] });
  const { id, contact } = await offer('Cedar', true);
  expect(contact).toEqual({ phones: ['313-555-0123'], emails: ['Cedar@example.com'] });
  await setStatus('unconfirmed');
  expect((await readMember(id)).contact).toEqual({ phones: [], emails: [] });
});
