import type { ResendRunView } from '#domain/dead-letter/contract.ts';
import { documentSpaces } from '#projections/store/document-spaces.ts';
import type { Documents } from '#projections/store/port.ts';
import type { CommandMetadata } from '#server/platform/commands/command-handler.ts';

const space = documentSpaces.resendRuns;
const runId = 'last';

/** A pass over all dead letters that had failed by `since` (ISO 8601), durable so that any process can continue it. */
export type ResendRun = {
  id: typeof runId;
  /** The id of the command that began it. */
  commandId: string;
  since: string;
  /** Null while it is going on. */
  endedAt: string | null;
  total: number;
  resent: number;
  /** How many were refused, by reason. */
  refusals: Record<string, number>;
  /** The ids of the page that is being resent, in their store. */
  page: string[];
  /** Where the next page begins; null on the last one. */
  cursor: string | null;
  /** Who began it; null at its end. */
  sender: CommandMetadata | null;
};

type NewResendRun = Pick<ResendRun, 'since' | 'total' | 'cursor'> & { sender: CommandMetadata };

export function createResendRun(run: NewResendRun): ResendRun {
  const { commandId } = run.sender;
  return { id: runId, commandId, endedAt: null, resent: 0, refusals: {}, page: [], ...run };
}

export function findResendRun({ documents }: { documents: Documents }): Promise<ResendRun | null> {
  return documents.get<ResendRun>(space, runId);
}

/** False where the run was changed since it was read. */
export function replaceResendRun(documents: Documents, before: ResendRun | null, next: ResendRun): Promise<boolean> {
  return before === null ? documents.compareAndSet(space, null, next) : documents.compareAndSet(space, before, next);
}

/** Counts the outcomes of its page: null, or why a letter was refused. */
export function addOutcomes(run: ResendRun, outcomes: (string | null)[]): ResendRun {
  const refusals = { ...run.refusals };
  const reasons = outcomes.filter((outcome) => outcome !== null);
  for (const reason of reasons) refusals[reason] = (refusals[reason] ?? 0) + 1;
  return { ...run, resent: run.resent + outcomes.length - reasons.length, refusals };
}

export function endResendRun(run: ResendRun, endedAt: string): ResendRun {
  return { ...run, endedAt, page: [], sender: null };
}

export function presentResendRun({ since, endedAt, total, resent, refusals }: ResendRun): ResendRunView {
  const reasons = Object.entries(refusals).map(([reason, count]) => ({ reason, count }));
  const refused = reasons.reduce((sum, { count }) => sum + count, 0);
  const left = endedAt === null ? Math.max(0, total - resent - refused) : 0;
  return { since, endedAt, resent, refused, left, refusals: reasons };
}
