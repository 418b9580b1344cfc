import { judge } from '#domain/scout/judge.ts';
import { readPrice } from '#domain/scout/price.ts';
import { evaluateOptions, type EvaluateOptions, plainLabel } from './evaluate-options.ts';
import { disagreements, evaluationReport, type Judgement } from './evaluate-report.ts';
import { type LabelledRow, labelledRows } from './evaluate-rows.ts';
import { print, run } from './run.ts';

// Holds the rules against labels that people gave, and prints how well they agree. Reads nothing but the file.
await run(async () => {
  const options = evaluateOptions(process.argv.slice(2));
  const judgements: Judgement[] = [];
  let unlabelled = 0;
  for await (const row of labelledRows(options.file, options.needed)) {
    const judged = judgementOf(row, options);
    if (judged.label === '') unlabelled += 1;
    else judgements.push(judged);
  }
  await print(evaluationReport(judgements, { unlabelled }));
  if (options.isVerbose) await print(disagreements(judgements));
});

function judgementOf({ at, cell }: LabelledRow, { columns, classes }: EvaluateOptions): Judgement {
  const title = cell(columns.title);
  const details = cell(columns.details);
  const price = readPrice(cell(columns.price), `${title}\n${details}`)?.price ?? null;
  const verdict = judge({ title, details, price });
  const label = plainLabel(cell(columns.label));
  const isMatch = verdict.verdict === 'match';
  return {
    at,
    title,
    label: classes.get(label) ?? label,
    verdict: isMatch ? verdict.propertyType : verdict.verdict,
    reason: isMatch ? verdict.reasons.map(({ quote }) => quote).join(', ') : verdict.reason,
  };
}
