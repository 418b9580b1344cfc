import { cuesIn } from '#domain/classification/vocabulary/cues.ts';
import { plainLabel } from './options.ts';
import { share, table } from './table.ts';

/** How often a sign was rightly found, found in vain, and missed. */
type Counts = { right: number; wrong: number; missed: number };

/** The signs that a text was labelled with against those that the rules find in it. */
export function cueCounts() {
  const counts = new Map<string, Counts>();
  const disagreements: string[] = [];
  const countOf = (cue: string): Counts => {
    const known = counts.get(cue) ?? { right: 0, wrong: 0, missed: 0 };
    counts.set(cue, known);
    return known;
  };
  return {
    /** `labelled` as in a cell: 'As-is; Needs work', blank for none; `at` is the row. */
    add: (at: number, labelled: string, text: string) => {
      const wanted = new Set(labelled.split(/[;|,]/).map(plainLabel).filter(Boolean));
      const found = new Map(cuesIn(text).map(({ says, quote }) => [plainLabel(says), quote]));
      for (const [cue, quote] of found) {
        countOf(cue)[wanted.has(cue) ? 'right' : 'wrong'] += 1;
        if (!wanted.has(cue)) disagreements.push(`row ${at}: ${cue} found in '${quote}', not labelled`);
      }
      for (const cue of wanted) {
        if (found.has(cue)) continue;
        countOf(cue).missed += 1;
        disagreements.push(`row ${at}: ${cue} labelled, not found`);
      }
    },
    disagreements: (): string =>
      disagreements.length === 0 ? '' : `\nSigns in dispute\n${disagreements.join('\n')}\n`,
    report: (): string => {
      const rows = [...counts].toSorted(([a], [b]) => a.localeCompare(b));
      const all = rows.map(([, own]) => own);
      const sum = (name: keyof Counts) => all.reduce((total, own) => total + own[name], 0);
      const whole: Counts = { right: sum('right'), wrong: sum('wrong'), missed: sum('missed') };
      return `\n${table([['sign', 'precision', 'recall', 'labelled'], ...rows.map(figures), figures(['all', whole])])}`;
    },
  };
}

function figures([cue, { right, wrong, missed }]: [string, Counts]): string[] {
  return [cue, share(right, right + wrong), share(right, right + missed), String(right + missed)];
}
