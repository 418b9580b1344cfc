/** Why a source is out of order: passes that failed, no pass at all, or a second opinion that cannot be had. */
export const troubles = ['failures', 'silence', 'unreachable', 'budget'] as const;
export type Trouble = (typeof troubles)[number];

/** Stream `source-<sourceId>`. `problem` is a sentence for admins, as free of secrets as the source's address. */
export type SourceEvent =
  | { type: 'SourcePaused'; data: { sourceId: string } }
  | { type: 'SourceResumed'; data: { sourceId: string } }
  | { type: 'SourceFailing'; data: { sourceId: string; trouble: Trouble; problem: string } }
  | { type: 'SourceRecovered'; data: { sourceId: string } };
