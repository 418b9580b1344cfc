import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { StartupError } from '#server/lib/errors.ts';

const usage =
  'Say which labelled file to judge: npm run evaluate -- FILE [--title COL] [--details COL] [--price COL] [--label COL] [--cues COL] [--propertyType COL] [--map LABEL=CLASS] [--verbose], --corpus train or --corpus held-out for a part of the committed texts, or --reviews for what people decided in the review';

const columnNames = ['title', 'details', 'price', 'label', 'cues', 'propertyType'] as const;
export const corpusFile = fileURLToPath(new URL('corpus/corpus.jsonl', import.meta.url));

/** `columns` are the names in the file; those in `needed` must exist. `classes` maps a label to its class. */
export type FileOptions = {
  file: string;
  columns: Record<(typeof columnNames)[number], string>;
  needed: string[];
  classes: Map<string, string>;
  isVerbose: boolean;
  /** Whether the signals of an off-market offer are labelled too. */
  hasCues: boolean;
  /** The part of the corpus that is judged; null for a file of one's own. */
  half: 'train' | 'held-out' | null;
};

/** Without a file, the rules are compared with the decisions of the review. */
export type EvaluateOptions = FileOptions | { file: null; isVerbose: boolean };

/** Reads the arguments of `npm run evaluate`. Throws StartupError with one sentence. */
export function readEvaluateOptions(args: string[]): EvaluateOptions {
  const { values, positionals } = parseArguments(args);
  const half = readHalf(values.corpus);
  const [file, ...others] = half === null ? positionals : [corpusFile, ...positionals];
  const isVerbose = values.verbose === true;
  if (values.reviews === true && positionals.length === 0) return { file: null, isVerbose };
  if (file === undefined || others.length > 0 || values.reviews === true) throw new StartupError(usage);
  const columns = toColumns(values);
  const needed = columnNames.filter((name) => name === 'title' || name === 'label' || values[name] !== undefined);
  return {
    file,
    columns,
    needed: needed.map((name) => columns[name]),
    classes: new Map((values.map ?? []).map(parseMapping)),
    isVerbose,
    hasCues: half !== null || values.cues !== undefined,
    half,
  };
}

function readHalf(value: string | undefined): FileOptions['half'] {
  if (value === undefined || value === 'train' || value === 'held-out') return value ?? null;
  throw new StartupError(usage);
}

function toColumns(values: Partial<Record<(typeof columnNames)[number], string | undefined>>): FileOptions['columns'] {
  return {
    title: values.title ?? 'title',
    details: values.details ?? 'details',
    price: values.price ?? 'price',
    label: values.label ?? 'label',
    cues: values.cues ?? 'cues',
    propertyType: values.propertyType ?? 'propertyType',
  };
}

function parseArguments(args: string[]) {
  const text = { type: 'string' } as const;
  const options = { title: text, details: text, price: text, label: text, cues: text, propertyType: text };
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        ...options,
        map: { type: 'string', multiple: true },
        verbose: { type: 'boolean' },
        reviews: { type: 'boolean' },
        corpus: text,
      },
    });
  } catch (error) {
    throw new StartupError(`${error instanceof Error ? error.message : 'The arguments are wrong'}. ${usage}`);
  }
}

function parseMapping(text: string): [string, string] {
  const at = text.lastIndexOf('=');
  if (at < 1) throw new StartupError(`--map must be LABEL=CLASS, such as --map "Single family=house", not ${text}`);
  return [normalizeLabel(text.slice(0, at)), normalizeLabel(text.slice(at + 1))];
}

/** 'Mobile_Home' as 'mobile home'. */
export function normalizeLabel(label: string): string {
  return label
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ');
}
