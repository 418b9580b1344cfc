import { randomUUID } from 'node:crypto';
import type { TestClient } from '#server/testing/test-client.ts';
import type { TestServer } from '#server/testing/test-server.ts';
import { deliverListings } from './listings.ts';

export const roles = ['anyone', 'member', 'helper', 'full admin'] as const;
export type Role = (typeof roles)[number];

/** The cookies of the roles; a role whose session has ended is signed in again. Each new member gets alerts. */
export async function openRoles(product: TestServer) {
  const member = async () => {
    const client = product.newClient();
    const { id } = await client.register(`${randomUUID()}@example.com`);
    await client.patch('/api/profile', { zipCode: '48204', maxPrice: 80_000 });
    await (await product.adminClient()).patch(`/api/admin/users/${id}/membership`, { status: 'active' });
    return { client, id };
  };
  const promoted = async (role: string) => {
    const account = await member();
    await (await product.adminClient()).patch(`/api/admin/users/${account.id}/role`, { role });
    return account;
  };
  const make: Record<Role, () => Promise<{ client: TestClient } | null>> = {
    anyone: () => Promise.resolve(null),
    member: async () => {
      const account = await member();
      await deliverListings(product);
      return account;
    },
    helper: () => promoted('helper'),
    // Not the one of the environment, which makes the others.
    'full admin': () => promoted('full'),
  };
  const accounts = new Map<Role, string>();
  const renew = async (role: Role) => {
    accounts.set(role, (await make[role]())?.client.cookie() ?? '');
  };
  for (const role of roles) await renew(role);
  return {
    renew,
    cookieOf: (role: Role) => accounts.get(role) ?? '',
  };
}
