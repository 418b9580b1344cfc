import type { FailureKind } from './contract.ts';

/** Stream `source-<sourceId>`. `problem` is a sentence for admins, without secrets, like the source's address. */
export type SourceEvent =
  | { type: 'SourcePaused'; data: { sourceId: string } }
  | { type: 'SourceResumed'; data: { sourceId: string } }
  | { type: 'SourceFailing'; data: { sourceId: string; trouble: FailureKind; problem: string } }
  | { type: 'SourceRecovered'; data: { sourceId: string } };
