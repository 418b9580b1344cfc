import type { BenchResult } from './result.ts';

/** Rows of quality's table that no figure measures yet, with their bars. */
const rows: [string, string][] = [
  ['commands on EventStoreDB against bare unary appends, 64 at once / one at a time', 'at least 0.7 / 0.5'],
  ['slowest command while all views are rebuilt', 'at most 2 x'],
  ['a listing that fits 50,000 of 1,000,000 members: accepted to last row durable', 'at most 10 s'],
  ['scout working through a backlog, 20,000 listings x 100,000 members', 'at least 1,000 listings/s, 20,000 rows/s'],
  ['start with 1,000,000 events and built views; first listing taken', 'at most 2 s; 3 s later'],
  ['memory in a mail outage of 45,000 mails', 'at most 1.3 x, in a heap of 512 MB'],
  ['Lighthouse, mobile, median of 5', 'performance 98 on public pages, 95 elsewhere; 98 for the rest'],
  ['requests of an idle admin page in 30 s, 4 changes a second by others', 'at most 15'],
  ['layout shift', 'at most 0.02'],
  ['reading of texts', 'precision and recall at least 0.97 each of four types and reject'],
];

/** Reports each as not measured. A run does not fail because of them. */
export function listUnmeasured(): BenchResult[] {
  const reason = 'no figure measures it yet';
  return rows.map(([name, bar]) => ({ name, value: null, unit: '', better: 'lower', bar, met: null, reason }));
}
