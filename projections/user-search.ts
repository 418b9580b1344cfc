import { listUsers, type UserDoc, type UserList } from './users.ts';
import { BadCursor, type ViewReader } from './store/port.ts';

const pageSize = 1000;

type Search = Parameters<typeof listUsers>[1] & { q: string };

/** The users whose e-mail contains `q`, whatever its case. Reads the whole list: it is for people who look someone up. */
export async function searchUsers(views: ViewReader, { q, limit, cursor, ...order }: Search): Promise<UserList> {
  const from = readOffset(cursor);
  const found: UserDoc[] = [];
  let next: string | undefined;
  do {
    const page = await listUsers(views, { ...order, limit: pageSize, ...(next !== undefined && { cursor: next }) });
    found.push(...page.users.filter(({ emailKey }) => emailKey.includes(q.trim().toLowerCase())));
    next = page.cursor;
  } while (next !== undefined);
  const end = limit === undefined ? found.length : from + limit;
  return { users: found.slice(from, end), total: found.length, ...(end < found.length && { cursor: String(end) }) };
}

function readOffset(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  if (!/^\d{1,9}$/.test(cursor)) throw new BadCursor();
  return Number(cursor);
}
