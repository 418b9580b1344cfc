import { type Logger, type LoggerOptions, pino } from 'pino';
import type { Config } from '#server/platform/config/config.ts';

type LogConfig = Pick<Config, 'logFormat' | 'logLevel'>;

const stderr = { fd: 2, sync: true };

/** Logs to stderr: JSON lines, or lines for people who watch a terminal; those by default only warnings and errors. */
export async function createLogger({ logFormat, logLevel }: LogConfig): Promise<Logger> {
  const isReadable = isLogReadable(logFormat);
  const options: LoggerOptions = {
    level: logLevel ?? (isReadable ? 'warn' : 'info'),
    serializers: { err: serializeError },
  };
  return pino(options, isReadable ? await createReadableStream() : pino.destination(stderr));
}

/** Unless the format is set, people read the log where stdout is a terminal, and programs elsewhere. */
export function isLogReadable(logFormat: Config['logFormat']): boolean {
  return logFormat === null ? process.stdout.isTTY : logFormat === 'readable';
}

/** Loaded only where it is needed. */
async function createReadableStream() {
  const { default: pretty } = await import('pino-pretty');
  return pretty({
    destination: stderr.fd,
    sync: stderr.sync,
    colorize: process.stderr.isTTY,
    translateTime: 'SYS:HH:MM:ss',
    ignore: 'pid,hostname',
    singleLine: true,
  });
}

/** Omits the fields of an error: those of libraries may contain user input. */
function serializeError(error: unknown) {
  if (!(error instanceof Error)) return { message: 'not an error' };
  const { name, message, stack, cause } = error;
  return { name, message, stack, ...(cause instanceof Error && { cause: cause.message }) };
}
