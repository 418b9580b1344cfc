import type { Request, Response } from 'express';
import type * as z from 'zod';
import type { UserDoc } from '#projections/users.ts';
import type { CommandMetadata } from '#server/platform/commands/command-handler.ts';

/** Who may call a path: the columns of the table of roles and endpoints. */
export type Access = 'anyone' | 'signed-in' | 'admin' | 'full-admin';
export type Method = 'get' | 'post' | 'patch' | 'put' | 'delete';

/** A request that has passed every check that its route declares. */
export type RouteCall<Body, User> = {
  request: Request;
  response: Response;
  body: Body;
  user: User;
  /** The caller's session, '' where anyone may call. */
  sessionId: string;
  sender: CommandMetadata;
};

/**
 * What is declared of an endpoint. `body` is the JSON that it takes, or the file where it `takesFile`; a status of 204
 * has no answer.
 */
export type RouteDeclaration = {
  method: Method;
  path: string;
  access: Access;
  status: 200 | 201 | 202 | 204;
  body?: z.ZodType;
  takesFile?: true;
  /** The answer is the same for everybody of a role, until the next event. */
  isShared?: true;
  /** `answer` sends what it has by itself, part by part. */
  streams?: true;
};

/** An endpoint; `answer` gives the JSON of the answer. */
export type Route = RouteDeclaration & { answer: (call: RouteCall<unknown, UserDoc | null>) => Promise<unknown> };

type CallerOf<A extends Access> = A extends 'anyone' ? null : UserDoc;
type BodyOf<S extends z.ZodType | undefined> = S extends z.ZodType ? z.infer<S> : undefined;

/** Declares an endpoint beside what it does. Requests reach `answer` checked, its body parsed. */
export function route<A extends Access, S extends z.ZodType | undefined = undefined>(
  declared: Omit<RouteDeclaration, 'access' | 'body'> & { access: A; body?: S },
  answer: (call: RouteCall<BodyOf<S>, CallerOf<A>>) => Promise<unknown>,
): Route {
  const { body, ...rest } = declared;
  return {
    ...rest,
    ...(body && { body }),
    // The gate gives a user where `access` asks for one, and the body has passed `body`.
    answer: (call) => answer(call as RouteCall<BodyOf<S>, CallerOf<A>>),
  };
}
