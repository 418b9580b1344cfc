import { findAction } from '#domain/event-catalog/log-messages.ts';
import { loggedEventTypes } from '#domain/event-catalog/catalog.ts';
import type { WorkflowLogFilters } from '#domain/workflow-log/contract.ts';
import { findEntries, type WorkflowLogEntryPage, type WorkflowLogSource } from '#projections/workflow-log.ts';
import { type AuditLog, resolveFilters, throwBusy } from '#server/modules/audit/index.ts';
import type { EmailRegistry } from '#server/modules/users/index.ts';

export type LogSearchDeps = WorkflowLogSource & {
  emails: Pick<EmailRegistry, 'findOwner'>;
  auditLog: { history: Pick<AuditLog['history'], 'list' | 'count'> };
};

/**
 * The entries that meet the filters, by the index of the history: its documents are those of the same events. Throws
 * BadCursor, and HttpError 400 and 503.
 */
export async function searchEntries(
  { auditLog, emails, ...source }: LogSearchDeps,
  filters: WorkflowLogFilters,
  page: Parameters<AuditLog['history']['list']>[1],
): Promise<WorkflowLogEntryPage & { total: number | null }> {
  const { types, ...texts } = withAction(filters);
  const resolved = await resolveFilters(texts, emails);
  if (resolved === null) return { entries: [], total: 0 };
  const search = { ...resolved, types };
  const { docs, cursor } = await auditLog.history.list(search, page).catch(throwBusy);
  const ids = docs.map(({ id }) => id);
  const [entries, total] = await Promise.all([findEntries(source, ids), auditLog.history.count(search)]);
  return { entries, total, cursor };
}

/** The log shows some types of events only. */
function withAction({ action, ...filters }: WorkflowLogFilters) {
  if (!action) return { ...filters, types: loggedEventTypes };
  const { types, words } = findAction(action);
  return { ...filters, types, q: [filters.q, words].filter(Boolean).join(' ') };
}
