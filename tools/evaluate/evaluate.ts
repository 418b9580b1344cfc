import { createDecisionReader, type PersonDecision } from '#domain/intake/person-decisions.ts';
import { isInStream } from '#domain/event-catalog/streams.ts';
import { intakeItem } from '#domain/listing/contract.ts';
import { classify } from '#domain/classification/classify.ts';
import { createWeightTable, scoreReading, type WeightTable } from '#domain/classification/model.ts';
import { readListing } from '#domain/classification/reading.ts';
import { parsePrice } from '#domain/pricing/parse-price.ts';
import type { ListingText } from '#domain/classification/verdict.ts';
import { extractPrice } from '#server/modules/intake/pipeline/parse-item.ts';
import { loadStorageConfig } from '#server/platform/config/storage-config.ts';
import { openLog } from '#server/platform/storage/stores.ts';
import { isHeldOut } from '#domain/classification/training/corpus.ts';
import { trainWithoutHeldOut } from '#domain/classification/training/training.ts';
import { createSignalCounter } from './signal-counter.ts';
import {
  type EvaluateOptions,
  evaluateArguments,
  toEvaluateOptions,
  type FileOptions,
  normalizeLabel,
} from './options.ts';
import { judgePairs, readPairs, renderPairs } from './pairs.ts';
import { renderDisagreements, renderReliability, renderReport, type Judgement } from './report.ts';
import { type LabeledRow, listCorpusRows, readLabeledRows } from './rows.ts';
import { readLog } from '#server/cli/history/select-events.ts';
import { printText, runCliCommand } from '#server/cli/run-command.ts';

await runCliCommand({
  ...evaluateArguments,
  description: 'Compares the classification rules with labels that people gave, in a file or in the review.',
  run: async (args) => evaluate(toEvaluateOptions(args)),
});

async function evaluate(options: EvaluateOptions): Promise<void> {
  const judgements: Judgement[] = [];
  let unlabeled = 0;
  const cues = createSignalCounter();
  for await (const judgement of options.file === null ? judgeReviews() : judgeFile(options, cues)) {
    if (judgement.label === '') unlabeled += 1;
    else judgements.push(judgement);
  }
  await printText(renderReport(judgements, { unlabeled }));
  const isCorpus = options.file !== null && options.half !== null;
  if (isCorpus) await printText(renderReliability(judgements));
  if (options.file !== null && options.hasCues) await printText(cues.report());
  if (isCorpus) await printText(renderPairs(await judgePairs(readPairs())));
  if (options.isVerbose) await printText(renderDisagreements(judgements) + cues.disagreements());
}

async function* judgeFile(
  options: FileOptions,
  cues: ReturnType<typeof createSignalCounter>,
): AsyncGenerator<Judgement> {
  const { title, details, cues: labeled } = options.columns;
  const table = options.half === 'held-out' ? createWeightTable(trainWithoutHeldOut()) : undefined;
  const rows = options.half === null ? readLabeledRows(options.file, options.needed) : listCorpusRows();
  for await (const row of rows) {
    if (options.half !== null && options.half !== findHalf(row)) continue;
    const judgement = judgeRow(row, options, table);
    if (options.hasCues && row.has(labeled) && judgement.label !== 'reject')
      cues.add(row.at, row.cell(labeled), {
        text: `${row.cell(title)}\n${row.cell(details)}`,
        type: judgement.verdict,
      });
    yield judgement;
  }
}

function findHalf({ cell }: LabeledRow): 'train' | 'held-out' {
  const row = { title: cell('title'), details: cell('details'), propertyType: cell('propertyType') };
  return isHeldOut(row) ? 'held-out' : 'train';
}

/** The decisions of admins, against the verdicts of the present rules on the original items. */
async function* judgeReviews(): AsyncGenerator<Judgement> {
  const events = await openLog(loadStorageConfig(process.env));
  try {
    const readDecision = createDecisionReader();
    let at = 0;
    for await (const event of readLog(events)) {
      const decision = isInStream(event, 'listing') ? readDecision(event) : undefined;
      if (decision === undefined) continue;
      at += 1;
      yield judgeReview(at, decision);
    }
  } finally {
    await events.close();
  }
}

function judgeReview(at: number, decision: PersonDecision | null): Judgement {
  const item = intakeItem.parse(decision?.item ?? { title: 'Spam', link: 'https://example.com' });
  return { at, title: item.title, label: decision?.label ?? '', ...toVerdict(extractPrice(item).listingText) };
}

function judgeRow({ at, cell }: LabeledRow, { columns, classes }: FileOptions, table?: WeightTable): Judgement {
  const title = cell(columns.title);
  const details = cell(columns.details);
  const price = parsePrice(cell(columns.price), `${title}\n${details}`)?.price ?? null;
  const propertyType = cell(columns.propertyType) || undefined;
  const label = normalizeLabel(cell(columns.label));
  return {
    at,
    title,
    label: classes.get(label) ?? label,
    ...toVerdict({ title, details, price, propertyType }, table),
  };
}

function toVerdict(text: ListingText, table?: WeightTable): Pick<Judgement, 'verdict' | 'reason' | 'share'> {
  const verdict = classify(text, table);
  const share = Math.max(...Object.values(scoreReading(readListing(text), table).shares));
  if (verdict.verdict !== 'match') return { verdict: verdict.verdict, reason: verdict.reason, share };
  return { verdict: verdict.propertyType, reason: verdict.reasons.map(({ quote }) => quote).join(', '), share };
}
