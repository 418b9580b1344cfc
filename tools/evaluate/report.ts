import { propertyTypes } from '#domain/listing/contract.ts';
import { formatShare, renderTable } from './table.ts';

/** A classified row: `verdict` is the type of a match, else 'reject' or 'review'; `share` is the largest of the model. */
export type Judgement = { at: number; title: string; label: string; verdict: string; reason: string; share: number };

const verdicts: readonly string[] = [...propertyTypes, 'reject', 'review'];
const anyMatch = 'match';

/** A label 'match' agrees with any type. */
export function isAgreement(label: string, verdict: string): boolean {
  return label === verdict || (label === anyMatch && isMatch(verdict));
}

/** The confusion matrix, precision and recall by class, and the requested disagreements. */
export function renderReport(judgements: Judgement[], { unlabeled }: { unlabeled: number }): string {
  const right = judgements.filter(({ label, verdict }) => isAgreement(label, verdict)).length;
  const skipped = unlabeled === 0 ? '' : `, ${unlabeled} without a label left out`;
  return [
    `${judgements.length} rows judged${skipped}\n`,
    renderTable(buildMatrix(judgements)),
    renderTable(buildFigures(judgements)),
    `${right} of ${judgements.length} as labeled (${formatShare(right, judgements.length)})\n`,
  ].join('\n');
}

const shareBounds = [0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1.01];

/** How often texts with a share of the model are decided as labeled: honest shares are as large as that. */
export function renderReliability(judgements: Judgement[]): string {
  const rows = shareBounds.map((bound, index) => {
    const least = shareBounds[index - 1] ?? 0;
    const own = judgements.filter(({ share }) => share >= least && share < bound);
    const right = own.filter(({ label, verdict }) => isAgreement(label, verdict)).length;
    const sum = own.reduce((total, { share }) => total + share, 0);
    return [`from ${least}`, String(own.length), formatShare(sum, own.length), formatShare(right, own.length)];
  });
  return `\n${renderTable([['share', 'rows', 'mean share', 'as labeled'], ...rows])}`;
}

export function renderDisagreements(judgements: Judgement[]): string {
  const lines = judgements
    .filter(({ label, verdict }) => !isAgreement(label, verdict))
    .map(({ at, label, verdict, title, reason }) => {
      return `row ${at}: ${label}, judged ${verdict}: ${title.replaceAll(/\s+/g, ' ').slice(0, 120)} (${reason})`;
    });
  return lines.length === 0 ? '\nNo disagreements\n' : `\nDisagreements\n${lines.join('\n')}\n`;
}

function buildMatrix(judgements: Judgement[]): string[][] {
  const rows = listLabels(judgements).map((label) => {
    const own = judgements.filter((judgement) => judgement.label === label);
    const counts = verdicts.map((verdict) => String(own.filter((judgement) => judgement.verdict === verdict).length));
    return [label, ...counts, String(own.length)];
  });
  return [['label \\ verdict', ...verdicts, 'rows'], ...rows];
}

function buildFigures(judgements: Judgement[]): string[][] {
  const classes = [...new Set([...listLabels(judgements), ...verdicts])];
  const rows = classes.map((name) => {
    const judgedSo = judgements.filter(({ verdict }) => isAgreement(name, verdict));
    const labeledSo = judgements.filter(({ label }) => label === name || (name === anyMatch && isMatch(label)));
    const precise = judgedSo.filter(({ label, verdict }) => label === name || isAgreement(label, verdict)).length;
    const recalled = labeledSo.filter(({ verdict }) => isAgreement(name, verdict)).length;
    return [name, formatShare(precise, judgedSo.length), formatShare(recalled, labeledSo.length)];
  });
  return [['class', 'precision', 'recall'], ...rows];
}

function listLabels(judgements: Judgement[]): string[] {
  return [...new Set(judgements.map(({ label }) => label))].sort();
}

function isMatch(verdict: string): boolean {
  return propertyTypes.some((type) => type === verdict);
}
