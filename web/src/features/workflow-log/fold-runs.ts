import type { WorkflowLogEntry } from '#domain/workflow-log/contract.ts';

/** Alerts of one listing with nothing else between are one run; any other entry is a run of its own. */
export function foldRuns(entries: readonly WorkflowLogEntry[]): [WorkflowLogEntry, ...WorkflowLogEntry[]][] {
  const runs: [WorkflowLogEntry, ...WorkflowLogEntry[]][] = [];
  for (const entry of entries) {
    const run = runs.at(-1);
    const listing = findAlertedListing(entry);
    if (run && listing && findAlertedListing(run[0])?.id === listing.id) run.push(entry);
    else runs.push([entry]);
  }
  return runs;
}

/** Of an alert, the link to its listing. */
export function findAlertedListing({ action, links }: WorkflowLogEntry) {
  return action === 'Alert sent' ? links.find(({ kind }) => kind === 'listing') : undefined;
}
