import type { Request, RequestHandler, Response } from 'express';
import type {
  Access,
  BodyOf,
  Endpoint,
  multipartForm,
  ParamsOf,
  QueryOf,
  ResponseOf,
} from '#domain/shared/endpoint.contract.ts';
import type { UserDoc } from '#projections/users.ts';
import type { CommandMetadata } from '#server/platform/commands/command-handler.ts';
import type { UploadedFile } from './body/upload.ts';
import type { RunOnce } from './idempotency-keys.ts';

/** A request that has passed every check that its endpoint declares. */
export type RouteCall<E extends Endpoint = Endpoint> = {
  request: Request;
  response: Response;
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: E extends { bodyType: typeof multipartForm } ? UploadedFile : BodyOf<E>;
  user: CallerOf<E['access']>;
  /** The caller's session, '' for a public path. */
  sessionKey: string;
  sender: CommandMetadata;
  runOnce: RunOnce;
};

type CallerOf<A extends Access> = A extends 'anyone' | 'machine' ? null : UserDoc;
/** The JSON of the answer, or what reads it, or is done before it, once the views show what the request wrote. */
type Answer<T> = T | (() => T | Promise<T>);
type Result<T> = [T] extends [undefined]
  ? Promise<void> | Promise<(() => Promise<void>) | undefined>
  : Answer<T> | Promise<Answer<T>>;

/** A request as the router sees it, before the types of its endpoint are known. */
export type ParsedRequest = Pick<RouteCall, 'request' | 'response' | 'sessionKey' | 'sender' | 'runOnce'> & {
  params: unknown;
  query: unknown;
  body: unknown;
  user: UserDoc | null;
};
export type Route = Endpoint & { answer: (call: ParsedRequest) => Promise<unknown> };

/** An endpoint for machines, whose handler does all checks and answers itself. */
export type MachineRoute = Endpoint & { handle: RequestHandler };

/**
 * Joins an endpoint with its handler. Requests reach `answer` authorized and parsed; what it returns as a function is
 * read after the wait for the views that the endpoint declares.
 */
export function route<E extends Endpoint>(endpoint: E, answer: (call: RouteCall<E>) => Result<ResponseOf<E>>): Route {
  // The router calls `answer` with a user where one is required, and with values that have passed the schemas.
  return { ...endpoint, answer: async (call) => answer(call as RouteCall<E>) };
}

/** Joins an endpoint for machines with its handler. */
export function machineRoute(endpoint: Endpoint, handle: RequestHandler): MachineRoute {
  return { ...endpoint, handle };
}
