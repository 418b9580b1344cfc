import { type Logger, pino } from 'pino';
import type { Config } from '#server/platform/config/config.ts';

/** Logs JSON lines to stderr. */
export function createLogger(level: Config['logLevel']): Logger {
  return pino({ level, serializers: { err: serializeError } }, pino.destination({ fd: 2, sync: true }));
}

/** Omits the fields of an error: those of libraries may contain user input. */
function serializeError(error: unknown) {
  if (!(error instanceof Error)) return { message: 'not an error' };
  const { name, message, stack, cause } = error;
  return { name, message, stack, ...(cause instanceof Error && { cause: cause.message }) };
}
