import { expect, it } from 'vitest';
import { renderProgress, renderRebuildReport } from './rebuild-report.ts';

const digest = (sha256: string, version = 1) => ({ documents: 1_200, sha256, version });

it('The report of a rebuild lists for each view its number of documents, and whether they are unchanged', () => {
  const report = renderRebuildReport(
    [
      { view: 'users', before: digest('aa'), after: digest('aa') },
      { view: 'workflow-log', before: digest('aa'), after: digest('bb', 2) },
      { view: 'review', before: null, after: digest('cc') },
      { view: 'alerts', before: digest('dd'), after: digest('ee') },
    ],
    { events: 40_000, seconds: 0.8 },
  );
  expect(report).toBe(
    [
      'View           Documents  SHA-256 over ids and documents, in the order of ids',
      'users              1,200  before aa',
      '                          after  aa  the same',
      'workflow-log       1,200  before aa',
      '                          after  bb  differs (version 1, now 2)',
      'review             1,200  before none',
      '                          after  cc  new',
      'alerts             1,200  before dd',
      '                          after  ee  differs',
      '40,000 events in 0.8 s (50,000 events/s)',
      '',
    ].join('\n'),
  );
});

it('A rebuild reports its progress', () => {
  expect(renderProgress(120_000, 120_500, 400_000)).toBe('120,000 events read, 30 %');
  expect(renderProgress(0, 0, 0)).toBe('0 events read, 100 %');
});
