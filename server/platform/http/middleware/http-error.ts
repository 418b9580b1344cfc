import { STATUS_CODES } from 'node:http';
import type { ErrorRequestHandler, Request, Response } from 'express';
import type { Logger } from 'pino';
import { ZodError } from 'zod';
import { Rejected } from '#domain/shared/decider.ts';
import type { RejectionCode } from '#domain/shared/rejection-code.ts';
import { BadCursor, StoreDamaged, StoreUnavailable } from '#projections/store/port.ts';
import { getFsErrorCode } from '#server/lib/file-errors.ts';
import { ConcurrencyError } from '#server/platform/commands/command-handler.ts';
import { StreamDamaged } from '#server/platform/event-store/port.ts';
import { problemType } from '../openapi/problem.ts';
import { getRequestId } from './request-id.ts';

/** A rejection in terms of HTTP; `message` is shown to the user. */
export class HttpError extends Error {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly code: string | undefined;

  /** `code` is for programs, where the status does not say enough. */
  constructor(status: number, message: string, headers: Record<string, string> = {}, code?: string) {
    super(message);
    this.name = 'HttpError';
    this.status = status;
    this.headers = headers;
    this.code = code;
  }
}

/** `code` and `field` are for programs: what is refused, and the part of the request that it is about. */
type ErrorResponse = {
  status: number;
  text: string;
  headers?: Record<string, string>;
  code?: string;
  field?: string;
};

const busyResponse: ErrorResponse = {
  status: 503,
  text: 'The service is busy. Please try again in a moment.',
  headers: { 'Retry-After': '5' },
};
const corrupted: ErrorResponse = {
  status: 503,
  text: 'The service is unavailable because its data store is inconsistent. Please contact support.',
  headers: { 'Retry-After': '60' },
};

const unreadable: ErrorResponse = {
  status: 503,
  text: 'Part of the data that this needs is damaged and cannot be read. An admin finds what is wrong, and what to do, under dead letters.',
  headers: { 'Retry-After': '60' },
};

/** Status and sentence of each rejection by the domain rules; null where it is a bug that a client meets it. */
const rejectionResponses = {
  'user-not-found': [404, 'No such user'],
  'email-taken': [409, 'That email is already registered'],
  'user-already-registered': [409, 'That email is already registered'],
  'feed-changed': [409, 'Another admin changed this feed. Reload the page and try again.'],
  'feed-exists': [409, 'A source with this name exists. Choose another name.'],
  'full-admin-kept': [409, 'Another admin is changing roles. Please try again in a moment.'],
  'member-since-in-future': [400, 'Member since cannot be in the future'],
  'too-many-listings': [400, 'At most 9 listings can be saved'],
  'too-many-searches': [409, 'You have as many searches as your account can keep. Delete one first.'],
  'search-name-taken': [409, 'You have another search of this name. Choose another name.'],
  'search-not-found': [404, 'No such search'],
  'first-search': [409, 'The first search stays. Change it in your filter preferences.'],
  'too-many-notes': [409, 'A user can have at most 100 notes. Remove one first.'],
  'listing-needs-title-or-link': [400, 'A listing needs a title or a link'],
  'listing-price-too-long': [400, 'Price must be at most 50 characters'],
  'listing-link-invalid': [400, 'link must be a web address that begins with http:// or https://'],
  'listing-image-invalid': [400, 'imageUrl must be a web address that begins with http:// or https://'],
  'listings-changed': [409, 'Another admin saved these listings. Reload them, then save yours.'],
  'listing-not-found': [404, 'No such listing'],
  'listing-withdrawn': [409, 'This listing was withdrawn.'],
  'listing-not-held': [409, 'This listing has already been reviewed.'],
  'price-above-limit': [400, 'Max price is above the limit of this account'],
  'alert-not-found': null,
  'limit-out-of-range': null,
  'temporary-password-spent': null,
  'too-many-members': null,
} satisfies Record<RejectionCode, [status: number, text: string] | null>;

/** The codes of problems that no domain rule has a code for. */
const codeByStatus: Partial<Record<number, string>> = {
  400: 'invalid',
  401: 'not-signed-in',
  403: 'not-allowed',
  404: 'not-found',
  405: 'method-not-allowed',
  409: 'conflict',
  413: 'too-large',
  415: 'unsupported-type',
  422: 'other-body',
  429: 'too-many-requests',
  500: 'failed',
  503: 'busy',
};

const invalidCursorText = 'cursor must be the one that the page before returned, for the same query';

/** Rejections by express and its body parsers, by status. */
const parserMessages = new Map<number, string>([
  [400, 'The request could not be read: its body must be complete, and compressed as Content-Encoding says'],
  [403, 'This is not allowed'],
  [404, 'No such page'],
  [413, 'The request is too large'],
  [415, 'The request must be JSON in UTF-8'],
]);

/** The answer to the client for an error; null for an unexpected one. */
export function toErrorResponse(error: unknown): ErrorResponse | null {
  if (error instanceof HttpError) {
    const { status, message: text, headers, code } = error;
    return { status, text, headers, ...(code !== undefined && { code }) };
  }
  if (error instanceof ZodError) return fromZodError(error);
  if (error instanceof BadCursor) return { status: 400, text: invalidCursorText };
  if (error instanceof ConcurrencyError)
    return { status: 409, text: 'Someone else changed this at the same time. Please try again.' };
  if (isBusy(error)) return busyResponse;
  if (error instanceof StreamDamaged) return unreadable;
  if (error instanceof StoreDamaged) return corrupted;
  return fromRejection(error) ?? fromLibrary(error);
}

function fromZodError(error: ZodError): ErrorResponse {
  const field = error.issues[0]?.path.join('.') ?? '';
  return { status: 400, text: describeZodError(error), ...(field !== '' && { field }) };
}

/** Whether a store is away, or no descriptor is left. */
function isBusy(error: unknown): boolean {
  return error instanceof StoreUnavailable || ['EMFILE', 'ENFILE'].includes(getFsErrorCode(error) ?? '');
}

function fromRejection(error: unknown): ErrorResponse | null {
  if (!(error instanceof Rejected)) return null;
  const response = rejectionResponses[error.code];
  if (response === null) return null;
  const [status, text] = response;
  return { status, text, code: error.code };
}

/** The errors of express, its router and its parsers carry a status; one below 500 is the client's. */
function fromLibrary(error: unknown): ErrorResponse | null {
  if (!(error instanceof Error) || !('status' in error)) return null;
  if ('type' in error && error.type === 'entity.parse.failed')
    return { status: 400, text: 'The body is not valid JSON' };
  if (error instanceof URIError) return { status: 400, text: 'The path must be percent-encoded text in UTF-8' };
  const status = Number(error.status);
  const text = parserMessages.get(status);
  return text === undefined ? null : { status, text };
}

function describeZodError({ issues: [issue] }: ZodError): string {
  if (!issue) return 'The request is not valid';
  if (issue.path.length === 0 && issue.code === 'invalid_type') return 'The body must be a JSON object';
  // A schema without a message of its own would give a technical one.
  return issue.message.startsWith('Invalid input')
    ? `${issue.path.join('.') || 'The body'} is not valid`
    : issue.message;
}

export function sendText(response: Response, status: number, text: string): void {
  response.status(status).set('Cache-Control', 'no-store').type('text/plain').send(text);
}

/** As RFC 9457 says, for clients that ask for it by Accept. */
function sendProblem(response: Response, { status, text, code = codeByStatus[status], field }: ErrorResponse): void {
  const problem = { type: 'about:blank', title: STATUS_CODES[status], status, detail: text, code, field };
  response.status(status).set('Cache-Control', 'no-store').type(problemType).send(JSON.stringify(problem));
}

/**
 * The only place where an error becomes an answer. An unexpected error is logged once and reveals nothing to the
 * client.
 */
export function createErrorHandler(log: Logger): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    const answer = toErrorResponse(error);
    if (!answer || answer === corrupted) log.error({ err: error, requestId: getRequestId(response) }, 'Request failed');
    if (response.headersSent) {
      next(error);
      return;
    }
    const refusal: ErrorResponse = answer ?? { status: 500, text: 'Something went wrong' };
    sendRefusal(request, response, refusal);
  };
}

/** Sends a sentence, or a problem to a client that asks for one. */
export function sendRefusal(request: Request, response: Response, refusal: ErrorResponse): void {
  response.set(refusal.headers ?? {}).vary('Accept');
  if (request.accepts(['text/plain', problemType]) === problemType) sendProblem(response, refusal);
  else sendText(response, refusal.status, refusal.text);
}
