import { intakeItem } from '#domain/listing/contract.ts';
import { judge } from '#domain/classification/judge.ts';
import { readPrice } from '#domain/pricing/price.ts';
import type { Judged } from '#domain/classification/verdict.ts';
import { readIn } from '#server/modules/intake/pipeline/understand.ts';
import { loadPlaces } from '#server/platform/config/places.ts';
import { openLog } from '#server/platform/storage/stores.ts';
import { cueCounts } from './cues.ts';
import { evaluateOptions, type FileOptions, plainLabel } from './options.ts';
import { disagreements, evaluationReport, type Judgement } from './report.ts';
import { type Reviewed, reviewsIn } from './reviews.ts';
import { type LabelledRow, labelledRows } from './rows.ts';
import { logOf } from '#server/cli/history/select.ts';
import { print, run } from '#server/cli/run.ts';

// Holds the rules against labels that people gave, in a file or in the review, and prints how well they agree.
await run(async () => {
  const options = evaluateOptions(process.argv.slice(2));
  const judgements: Judgement[] = [];
  let unlabelled = 0;
  const cues = cueCounts();
  for await (const judged of options.file === null ? ofReviews() : ofFile(options, cues)) {
    if (judged.label === '') unlabelled += 1;
    else judgements.push(judged);
  }
  await print(evaluationReport(judgements, { unlabelled }));
  if (options.file !== null && options.hasCues) await print(cues.report());
  if (options.isVerbose) await print(disagreements(judgements) + cues.disagreements());
});

async function* ofFile(options: FileOptions, cues: ReturnType<typeof cueCounts>): AsyncGenerator<Judgement> {
  const { title, details, cues: labelled } = options.columns;
  for await (const row of labelledRows(options.file, options.needed)) {
    const judged = judgementOf(row, options);
    if (options.hasCues && judged.label !== 'reject')
      cues.add(row.at, row.cell(labelled), `${row.cell(title)}\n${row.cell(details)}`);
    yield judged;
  }
}

/** What people decided, against what the rules of today say of the items as they came. */
async function* ofReviews(): AsyncGenerator<Judgement> {
  const events = await openLog(loadPlaces(process.env));
  try {
    let at = 0;
    for await (const reviewed of reviewsIn(logOf(events))) {
      at += 1;
      yield reviewJudged(at, reviewed);
    }
  } finally {
    await events.close();
  }
}

function reviewJudged(at: number, reviewed: Reviewed | null): Judgement {
  const item = intakeItem.parse(reviewed?.item ?? { title: 'Spam', link: 'https://example.com' });
  return { at, title: item.title, label: reviewed?.label ?? '', ...verdictOn(readIn(item).judged) };
}

function judgementOf({ at, cell }: LabelledRow, { columns, classes }: FileOptions): Judgement {
  const title = cell(columns.title);
  const details = cell(columns.details);
  const price = readPrice(cell(columns.price), `${title}\n${details}`)?.price ?? null;
  const label = plainLabel(cell(columns.label));
  return { at, title, label: classes.get(label) ?? label, ...verdictOn({ title, details, price }) };
}

function verdictOn(judged: Judged): Pick<Judgement, 'verdict' | 'reason'> {
  const verdict = judge(judged);
  if (verdict.verdict !== 'match') return { verdict: verdict.verdict, reason: verdict.reason };
  return { verdict: verdict.propertyType, reason: verdict.reasons.map(({ quote }) => quote).join(', ') };
}
