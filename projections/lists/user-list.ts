import type { UserSort } from '#domain/user/contract.ts';
import { toEmailKey } from '#domain/user/email-key.ts';
import { readPages } from '../store/list-all.ts';
import type { Query, Sort, ViewReader } from '../store/port.ts';
import { toSortField, type UserDoc, users } from '../users.ts';

export type UserPage = { users: UserDoc[]; cursor?: string | undefined; total: number };

type UserCondition = string | boolean | null | { in: string[] } | { notIn: string[] } | { contains: string[] };
/** All must hold. */
export type UserWhere = Partial<Record<keyof UserDoc, UserCondition>>;

type ListQuery = Partial<Pick<Query, 'limit' | 'cursor'>> & {
  sort?: UserSort;
  direction?: 'asc' | 'desc';
  /** Part of the email, or of the ZIP. */
  q?: string;
  ids?: string[];
  where?: UserWhere;
};

/** By email by default, those who meet `where` and `q`; all without a `limit`, or only those of `ids`, in their order. */
export async function listUsers(views: ViewReader, query: ListQuery = {}): Promise<UserPage> {
  const { limit, cursor, ids } = query;
  const { where, sort } = toListQuery(query);
  // A count of all is cached.
  const count = () => views.count(users.view, Object.keys(where).length > 0 ? where : undefined);
  if (ids) {
    const docs = await views.getMany<UserDoc>(users.view, ids);
    return { users: docs.filter((doc) => doc !== null).filter((doc) => meets(doc, where)), total: await count() };
  }
  if (limit === undefined) {
    const all: UserDoc[] = [];
    for await (const page of readPages<UserDoc>(views, users.view, { where, sort })) all.push(...page);
    return { users: all, total: all.length };
  }
  const [page, total] = await Promise.all([views.list<UserDoc>(users.view, { where, sort, limit, cursor }), count()]);
  return { users: page.docs, total, cursor: page.cursor };
}

function toListQuery({ sort = 'email', direction = 'asc', q = '', where = {} }: ListQuery) {
  const order: Sort = [{ field: toSortField(sort), direction }];
  const part = toEmailKey(q);
  return { where: part === '' ? where : { ...where, searchKey: { contains: [part] } }, sort: order };
}

function meets(doc: UserDoc, where: UserWhere): boolean {
  return Object.entries(where).every(([field, condition]) => meetsOne(doc[field as keyof UserDoc], condition)); // see UserWhere
}

function meetsOne(value: unknown, condition: UserCondition): boolean {
  if (typeof condition !== 'object' || condition === null) return value === condition;
  const text = String(value);
  if ('contains' in condition) return condition.contains.every((part) => text.includes(part));
  return 'in' in condition ? condition.in.includes(text) : !condition.notIn.includes(text);
}
