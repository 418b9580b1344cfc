import type { Logger } from 'pino';

/** What a component writes its log to. */
export type Log = Pick<Logger, 'info' | 'warn' | 'error' | 'fatal'>;
