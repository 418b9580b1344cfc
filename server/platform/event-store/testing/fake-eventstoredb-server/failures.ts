import { Metadata, type ServiceError, status } from '@grpc/grpc-js';

function createServiceError(code: status, details: string, about: Record<string, string> = {}): ServiceError {
  const metadata = new Metadata();
  for (const [key, value] of Object.entries(about)) metadata.set(key, value);
  return Object.assign(new Error(details), { code, details, metadata });
}

export const createTooLargeError = (most: number) =>
  createServiceError(status.INVALID_ARGUMENT, 'Maximum Append Size Exceeded.', {
    exception: 'maximum-append-size-exceeded',
    'maximum-append-size': String(most),
  });

export const createStreamDeletedError = (stream: string) =>
  createServiceError(status.FAILED_PRECONDITION, `Event stream '${stream}' is deleted.`, {
    exception: 'stream-deleted',
    'stream-name': stream,
  });

/** The server's answer to an error that it does not check for. */
export const createHandlerError = () => createServiceError(status.UNKNOWN, 'Exception was thrown by handler.');

export const createTooSlowError = () =>
  createServiceError(status.ABORTED, 'Consumer too slow to handle event while live. Client resubscription required.');
