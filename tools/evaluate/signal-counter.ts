import { isTelling } from '#domain/classification/classify.ts';
import { findOffMarketSignals } from '#domain/classification/signals.ts';
import { normalizeLabel } from './options.ts';
import { formatShare, renderTable } from './table.ts';

/** The true positives, false positives and false negatives of a signal. */
type SignalCounts = { correct: number; wrong: number; missed: number };

/** Compares the signals that a text was labeled with and those that the rules find in it. */
export function createSignalCounter() {
  const counts = new Map<string, SignalCounts>();
  const disagreements: string[] = [];
  const countOf = (cue: string): SignalCounts => {
    const cueCounts = counts.get(cue) ?? { correct: 0, wrong: 0, missed: 0 };
    counts.set(cue, cueCounts);
    return cueCounts;
  };
  return {
    /** `labeled` as in a cell: 'As-is; Needs work', blank for none; `at` is the row, `type` as judged. */
    add: (at: number, labeled: string, { text, type }: { text: string; type: string }) => {
      const labels = new Set(labeled.split(/[;|,]/).map(normalizeLabel).filter(Boolean));
      const quotes = new Map(
        findOffMarketSignals(text)
          .filter(({ says }) => isTelling(says, type))
          .map(({ says, quote }) => [normalizeLabel(says), quote]),
      );
      for (const [cue, quote] of quotes) {
        countOf(cue)[labels.has(cue) ? 'correct' : 'wrong'] += 1;
        if (!labels.has(cue)) disagreements.push(`row ${at}: ${cue} found in '${quote}', not labeled`);
      }
      for (const cue of labels) {
        if (quotes.has(cue)) continue;
        countOf(cue).missed += 1;
        disagreements.push(`row ${at}: ${cue} labeled, not found`);
      }
    },
    disagreements: (): string =>
      disagreements.length === 0 ? '' : `\nSigns in dispute\n${disagreements.join('\n')}\n`,
    report: (): string => {
      const rows = [...counts].toSorted(([a], [b]) => a.localeCompare(b));
      const all = rows.map(([, own]) => own);
      const sum = (name: keyof SignalCounts) => all.reduce((total, own) => total + own[name], 0);
      const whole: SignalCounts = { correct: sum('correct'), wrong: sum('wrong'), missed: sum('missed') };
      return `\n${renderTable([['sign', 'precision', 'recall', 'labeled'], ...rows.map(toRow), toRow(['all', whole])])}`;
    },
  };
}

function toRow([cue, { correct, wrong, missed }]: [string, SignalCounts]): string[] {
  return [cue, formatShare(correct, correct + wrong), formatShare(correct, correct + missed), String(correct + missed)];
}
