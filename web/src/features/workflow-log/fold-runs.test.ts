import { expect, it } from 'vitest';
import type { WorkflowLogEntry } from '#domain/workflow-log/contract.ts';
import { foldRuns } from './fold-runs.ts';

const entry = (id: string, action: string, listing?: string): WorkflowLogEntry => ({
  id,
  userId: 'scout',
  timestamp: '2026-03-01T12:00:00.000Z',
  action,
  details: 'House',
  links: listing === undefined ? [] : [{ kind: 'listing', id: listing, start: 0, end: 5 }],
});
const fold = (...entries: WorkflowLogEntry[]) => foldRuns(entries).map((run) => run.map(({ id }) => id));

it('Alerts of one listing with nothing else between are one run', () => {
  const alerts = [entry('4', 'Alert sent', 'a'), entry('3', 'Alert sent', 'a'), entry('2', 'Alert sent', 'b')];
  expect(fold(...alerts, entry('1', 'Alert sent', 'a'))).toEqual([['4', '3'], ['2'], ['1']]);
});

it('Anything else ends a run, also an entry about the same listing', () => {
  const withdrawn = entry('2', 'Listing withdrawn', 'a');
  expect(fold(entry('3', 'Alert sent', 'a'), withdrawn, entry('1', 'Alert sent', 'a'))).toEqual([['3'], ['2'], ['1']]);
});

it('Alerts of a listing that is unknown, and entries of other actions are not folded', () => {
  expect(fold(entry('2', 'Alert sent'), entry('1', 'Alert sent'))).toEqual([['2'], ['1']]);
  expect(fold(entry('2', 'Listing found', 'a'), entry('1', 'Listing found', 'a'))).toEqual([['2'], ['1']]);
});
