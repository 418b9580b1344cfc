import { randomUUID } from 'node:crypto';
import type { TestClient } from '#server/testing/test-client.ts';
import type { TestServer } from '#server/testing/test-server.ts';

export const roles = ['anyone', 'member', 'helper', 'full admin'] as const;
export type Role = (typeof roles)[number];

/** The cookies of the roles; a role whose session has ended is signed in again. */
export async function openRoles(product: TestServer) {
  const member = async () => {
    const client = product.newClient();
    const { id } = await client.register(`${randomUUID()}@example.com`);
    await (await product.adminClient()).patch(`/api/admin/users/${id}/membership`, { status: 'active' });
    return { client, id };
  };
  const promoted = async (role: string) => {
    const account = await member();
    await (await product.adminClient()).patch(`/api/admin/users/${account.id}/role`, { role });
    return account;
  };
  const make: Record<Role, () => Promise<{ client: TestClient | null; id: string }>> = {
    anyone: () => Promise.resolve({ client: null, id: '' }),
    member,
    helper: () => promoted('helper'),
    // Not the one of the environment, which makes the others.
    'full admin': () => promoted('full'),
  };
  const accounts = new Map<Role, { cookie: string; id: string }>();
  const renew = async (role: Role) => {
    const { client, id } = await make[role]();
    accounts.set(role, { cookie: client?.cookie() ?? '', id });
  };
  for (const role of roles) await renew(role);
  return {
    renew,
    cookieOf: (role: Role) => accounts.get(role)?.cookie ?? '',
    idOf: (role: Role) => accounts.get(role)?.id ?? '',
  };
}
