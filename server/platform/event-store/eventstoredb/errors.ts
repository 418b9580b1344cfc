import {
  AccessDeniedError,
  InvalidArgumentError,
  isCommandError,
  MaxAppendSizeExceededError,
  StreamDeletedError,
  StreamNotFoundError,
  UnavailableError,
  UnknownError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import { StoreDamaged, StoreMisconfigured, StoreUnavailable } from '#projections/store/port.ts';

/** A time-out of this adapter. */
export class CallTimeoutError extends Error {
  constructor() {
    super('The server accepted the call and stayed silent');
    this.name = 'CallTimeoutError';
  }
}

/** gRPC's UNKNOWN. */
const unknownStatusCode = 2;
const serverAnswerErrors = [
  AccessDeniedError,
  InvalidArgumentError,
  MaxAppendSizeExceededError,
  StreamDeletedError,
  StreamNotFoundError,
  WrongExpectedVersionError,
];

/** Whether the server has answered, so that the same call again would get the same answer. */
function isServerAnswer(error: unknown): boolean {
  return serverAnswerErrors.some((kind) => error instanceof kind);
}

/**
 * Whether the outcome of a call is unknown. The client throws CommandErrors, gRPC errors, and plain Errors; any other
 * error is a bug of ours.
 */
export function isOutcomeUnknown(error: unknown): error is Error {
  if (!(error instanceof Error) || isServerAnswer(error)) return false;
  return isCommandError(error) || error instanceof CallTimeoutError || error.constructor === Error;
}

/** Whether the server is unreachable or does not respond. */
export function isServerGone(error: unknown): boolean {
  return [UnavailableError, StoreUnavailable, CallTimeoutError].some((kind) => error instanceof kind);
}

/** Node's errors where the server does not speak TLS, or is named by its IP address. */
const tlsFailurePattern = /wrong version number|TLS ServerName to an IP address/;

/** Whether the client asks for TLS, and cannot have it at this address. */
export function isTlsFailure(error: Error): boolean {
  return error instanceof UnavailableError && tlsFailurePattern.test(error.message);
}

/** The error of a call that the server has not answered. */
export function createUnavailableError(cause: Error): StoreUnavailable {
  if (!isTlsFailure(cause)) return new StoreUnavailable(`EventStoreDB is unreachable (${cause.message}).`, { cause });
  return new StoreMisconfigured(
    'EVENTSTORE_URL asks for TLS, and there is none at its address: add ?tls=false for a server without TLS, or else name the host as in its certificate.',
  );
}

/** The server's error for a position at which no event begins: the same as for anything unexpected. */
export function isUnknownPosition(error: unknown): boolean {
  return error instanceof UnknownError && Number(error.code) === unknownStatusCode;
}

/** Translates the server's answer into an error of the port, where the fault is not the caller's. */
export function toEventStoreError(error: unknown): unknown {
  if (error instanceof AccessDeniedError) {
    return new StoreMisconfigured('EventStoreDB refuses the name and password in EVENTSTORE_URL.', { cause: error });
  }
  if (error instanceof StreamDeletedError) {
    return new StoreDamaged(`Stream ${error.streamName} was permanently deleted in EventStoreDB.`, { cause: error });
  }
  return error;
}
