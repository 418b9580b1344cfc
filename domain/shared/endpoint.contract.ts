import type * as z from 'zod';

/** Who may call an endpoint: the columns of the table of roles. A machine proves itself to the handler. */
export type Access = 'anyone' | 'signed-in' | 'admin' | 'full-admin' | 'machine';
export type Method = 'get' | 'post' | 'patch' | 'put' | 'delete';

/** The views that readers of the API see. */
export type ViewName =
  | 'users'
  | 'member-listings'
  | 'reach'
  | 'listings'
  | 'review'
  | 'workflow-log'
  | 'visitors'
  | 'visitor-stats'
  | 'announcement'
  | 'sources';

export const multipartForm = 'multipart/form-data';

/** On each answer of the API: the version of the live updates when its request came. */
export const liveVersionHeader = 'x-live-version';

/**
 * The declaration of an endpoint, from which its checks, its description and its client follow. Parameters of `path`
 * are written `:id`, and are texts unless `params` says more.
 */
export type EndpointDeclaration = {
  method: Method;
  path: `/${string}`;
  access: Access;
  /** 200 unless declared; 204 has no answer. */
  status?: 200 | 201 | 202 | 204;
  description?: string;
  params?: z.ZodType;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** JSON unless declared; a form holds one file in its field `file`. */
  bodyType?: string;
  /** The largest body in JSON, where it is more than 100 kB. */
  maxBodyBytes?: number;
  /** The largest file of a form, where it is more than 2 MB: it waits on disk until it is read. */
  maxFileBytes?: number;
  response?: z.ZodType;
  /** JSON unless declared; an answer of another type is written by the handler. */
  responseTypes?: readonly string[];
  /** Answers with another status, with their schemas. */
  otherResponses?: Partial<Record<200 | 201 | 202, z.ZodType>>;
  /** Required headers. */
  headers?: readonly string[];
  /** Statuses of refusals besides those that follow from the declaration. */
  errors?: readonly number[];
  /** Asks for a fresh proof of identity, always or by the query: what it does harms where it is not the user who asks. */
  needsProof?: QueryCondition;
  /** The answer is the same for all users of a role, until the next event: always, or by the query. */
  isShared?: QueryCondition;
  /** At most this many requests are answered at once, until the client has read the answer; others get 503. */
  maxAtOnce?: number;
  /** The views that show what a call wrote before it is answered. */
  waitsFor?: readonly ViewName[];
};
export type Endpoint = EndpointDeclaration & { tag: string; operationId: string };

/** Always, or for certain queries. */
type QueryCondition = true | ((query: Record<string, unknown>) => boolean);

export function holdsForQuery(condition: QueryCondition | undefined, query: Record<string, unknown>): boolean {
  return typeof condition === 'function' ? condition(query) : condition === true;
}

/** The schema of the answer with this status, if it has one. */
export function findResponse(
  { status: declared = 200, response, otherResponses }: EndpointDeclaration,
  status: number,
): z.ZodType | undefined {
  const others: Partial<Record<number, z.ZodType>> = otherResponses ?? {};
  return status === declared ? response : others[status];
}

/** Declares the endpoints of one subject; the name of each is its operation id. */
export function defineEndpoints<const T extends Record<string, EndpointDeclaration>>(tag: string, declared: T) {
  const named = Object.entries(declared).map(([operationId, one]) => [operationId, { ...one, tag, operationId }]);
  // The entries are those of `declared`, each with two more fields.
  return Object.fromEntries(named) as { [K in keyof T]: T[K] & { tag: string; operationId: string } };
}

export type PathParameter<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathParameter<`/${Rest}`>
  : P extends `${string}:${infer Name}`
    ? Name
    : never;

export type ParamsOf<E extends EndpointDeclaration> = E extends { params: infer S extends z.ZodType }
  ? z.output<S>
  : Record<PathParameter<E['path']>, string>;
export type QueryOf<E> = E extends { query: infer S extends z.ZodType } ? z.output<S> : undefined;
export type BodyOf<E> = E extends { body: infer S extends z.ZodType } ? z.output<S> : undefined;

type OtherResponsesOf<E> = E extends { otherResponses: infer R } ? z.infer<Extract<R[keyof R], z.ZodType>> : never;
/** The answer of an endpoint, with any of its statuses. */
export type ResponseOf<E> =
  | (E extends { response: infer S extends z.ZodType } ? z.infer<S> : undefined)
  | OtherResponsesOf<E>;
