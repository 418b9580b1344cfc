import type { ListingText } from '#domain/classification/verdict.ts';

/** Asks the thread to compile all patterns. */
export const compileMessage = 'compile';
export type JudgeMessage = ListingText[] | typeof compileMessage;
