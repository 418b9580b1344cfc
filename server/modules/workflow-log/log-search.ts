import type { WorkflowLogEntry } from '#domain/workflow-log/contract.ts';
import { BadCursor } from '#projections/store/port.ts';
import { type WorkflowLogEntryPage, type WorkflowLogSource, listNewestEntries } from '#projections/workflow-log.ts';
import { yieldToEventLoop } from '#server/lib/delay.ts';

const pageSize = 1000;
const maxEntriesRead = 100_000;

type EntrySearch = { q: string; limit?: number; cursor?: string; direction: 'asc' | 'desc' };

/**
 * The entries with `q` in their action or details, ignoring case, among the first 100,000 of that order: a message is
 * rendered only when it is read. Yields to other requests in between. Throws BadCursor.
 */
export async function searchEntries(
  source: WorkflowLogSource,
  { q, limit = 100, cursor, direction }: EntrySearch,
): Promise<WorkflowLogEntryPage & { total: number }> {
  if (cursor !== undefined && !/^\d{16}$/.test(cursor)) throw new BadCursor();
  const matches: WorkflowLogEntry[] = [];
  let next: string | undefined;
  for (let read = 0; read < maxEntriesRead; read += pageSize) {
    const page = await listNewestEntries(source, {
      limit: pageSize,
      direction,
      ...(next !== undefined && { cursor: next }),
    });
    matches.push(...page.entries.filter((entry) => matchesText(entry, q)));
    next = page.cursor;
    if (next === undefined) break;
    await yieldToEventLoop();
  }
  const isAfterCursor = (id: string) => cursor === undefined || (direction === 'desc' ? id < cursor : id > cursor);
  const remaining = matches.filter(({ id }) => isAfterCursor(id));
  const entries = remaining.slice(0, limit);
  const last = entries.at(-1);
  return { entries, total: matches.length, ...(last && remaining.length > entries.length && { cursor: last.id }) };
}

function matchesText({ action, details }: WorkflowLogEntry, q: string): boolean {
  return `${action} ${details}`.toLowerCase().includes(q.trim().toLowerCase());
}
