import type { Request, Response } from 'express';
import type * as z from 'zod';
import type { UserDoc } from '#projections/users.ts';
import type { CommandMetadata } from '#server/platform/commands/command-handler.ts';

/** The access levels of a path: the columns of the table of roles and endpoints. */
export type Access = 'anyone' | 'signed-in' | 'admin' | 'full-admin';
export type Method = 'get' | 'post' | 'patch' | 'put' | 'delete';

/** A request that has passed every check that its route declares. */
export type RouteCall<Body, User> = {
  request: Request;
  response: Response;
  body: Body;
  user: User;
  /** The caller's session, '' for a public path. */
  sessionId: string;
  sender: CommandMetadata;
};

/**
 * The declaration of an endpoint. `body` is the schema of its JSON, or of the file where it `takesFile`; a status of
 * 204 has no answer.
 */
export type RouteDeclaration = {
  method: Method;
  path: string;
  access: Access;
  status: 200 | 201 | 202 | 204;
  body?: z.ZodType;
  takesFile?: true;
  /** The answer is the same for all users of a role, until the next event. */
  isShared?: true;
  /** `answer` sends its result itself, in parts. */
  streams?: true;
};

/** An endpoint; `answer` returns the JSON of the answer. */
export type Route = RouteDeclaration & { answer: (call: RouteCall<unknown, UserDoc | null>) => Promise<unknown> };

type CallerOf<A extends Access> = A extends 'anyone' ? null : UserDoc;
type BodyOf<S extends z.ZodType | undefined> = S extends z.ZodType ? z.infer<S> : undefined;

/** Declares an endpoint with its handler. Requests reach `answer` authorized, with a parsed body. */
export function route<A extends Access, S extends z.ZodType | undefined = undefined>(
  declared: Omit<RouteDeclaration, 'access' | 'body'> & { access: A; body?: S },
  answer: (call: RouteCall<BodyOf<S>, CallerOf<A>>) => Promise<unknown>,
): Route {
  const { body, ...rest } = declared;
  return {
    ...rest,
    ...(body && { body }),
    // Authorization provides a user where `access` requires one, and the body has passed `body`.
    answer: (call) => answer(call as RouteCall<BodyOf<S>, CallerOf<A>>),
  };
}
