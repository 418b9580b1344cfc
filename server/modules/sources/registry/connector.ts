import type { SourceKind } from '#domain/source/contract.ts';
import type { FeedState } from '../feeds/feed-state.ts';

/** How a source stands after a pass; kept in the documents of `sources` under its id. */
export type SourcePassState = Pick<FeedState, 'checkedAt' | 'nextAt' | 'figures' | 'problem' | 'failures'>;

/** A source that the scout reads by itself. Whatever brings its listings unasked needs none: the intake meets it. */
export type Connector = {
  id: string;
  kind: SourceKind;
  /** Why it may be read. */
  basis: string;
  /** Where from; what may be secret in it is not shown. */
  address: string;
  everySeconds: number;
  /** ISO 8601: not before, after a restart; null for at once. */
  notBefore: string | null;
  /** Has it say when it knows of something new before it is due. */
  onNews?: (listener: () => void) => void;
  /** Reads it now, or joins the pass that is under way. */
  runOnce: () => Promise<SourcePassState>;
};
