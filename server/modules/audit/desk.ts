import type { LeasedViewStore } from '#projections/store/port.ts';
import { type History, openHistory } from './search/history.ts';
import { openVerification, type VerificationDesk } from './verification/verification.ts';

/** What auditors are served from. */
export type HistoryDesk = { history: History; views: LeasedViewStore; verification: VerificationDesk };

type Parts = Omit<Parameters<typeof openVerification>[0], 'count'> & {
  events: Parameters<typeof openHistory>[0]['events'];
  views: LeasedViewStore;
};

export function openHistoryDesk({ events, views, ...parts }: Parts): HistoryDesk {
  const history = openHistory({ events, views });
  return { history, views, verification: openVerification({ ...parts, count: history.count }) };
}
