import type { SourceView } from '#domain/source/contract.ts';
import type { FeedState } from '../feeds/feed-state.ts';

/** The state of a source after a pass; stored in the collection `sources` under its id. */
export type SourcePassState = Pick<FeedState, 'checkedAt' | 'nextAt' | 'figures' | 'problem' | 'failures'>;

/** A source that the scout reads on a schedule. A push source needs no connector: the intake registers it. */
export type Connector = Pick<SourceView, 'id' | 'kind' | 'basis'> & {
  /** Where it reads from, without secrets; null where that is not shown. */
  address: string | null;
  everySeconds: number;
  /** ISO 8601: not before this time, after a restart; null for at once. */
  notBefore: string | null;
  /** Registers a listener for new content before the source is due. */
  onUpdate?: (listener: () => void) => void;
  /** Reads it now, or joins the pass in progress. */
  runOnce: () => Promise<SourcePassState>;
};
