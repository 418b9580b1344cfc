import type { FailureKind } from './contract.ts';

/**
 * Stream `source-<sourceId>`. `problem` is a sentence for admins, without secrets, like the source's address. `feedId`
 * names the encrypted description of a saved feed.
 */
export type SourceEvent =
  | { type: 'FeedAdded'; data: { sourceId: string; feedId: string } }
  | { type: 'FeedChanged'; data: { sourceId: string; feedId: string } }
  | { type: 'FeedRemoved'; data: { sourceId: string } }
  | { type: 'SourcePaused'; data: { sourceId: string } }
  | { type: 'SourceResumed'; data: { sourceId: string } }
  | { type: 'SourceFailing'; data: { sourceId: string; trouble: FailureKind; problem: string } }
  | { type: 'SourceRecovered'; data: { sourceId: string } };
