import { parseArgs } from 'node:util';
import { StartupError } from '#server/lib/errors.ts';

const usage =
  'Say which labelled file to judge: npm run evaluate -- FILE [--title COL] [--details COL] [--price COL] [--label COL] [--cues COL] [--map LABEL=CLASS] [--verbose], or --reviews for what people decided in the review';

const columnNames = ['title', 'details', 'price', 'label', 'cues'] as const;

/** `columns` are the names in the file; those in `needed` must exist. `classes` maps a label to its class. */
export type FileOptions = {
  file: string;
  columns: Record<(typeof columnNames)[number], string>;
  needed: string[];
  classes: Map<string, string>;
  isVerbose: boolean;
  /** Whether the signals of an off-market offer are labelled too. */
  hasCues: boolean;
};

/** Without a file, the rules are compared with the decisions of the review. */
export type EvaluateOptions = FileOptions | { file: null; isVerbose: boolean };

/** Reads the arguments of `npm run evaluate`. Throws StartupError with one sentence. */
export function readEvaluateOptions(args: string[]): EvaluateOptions {
  const { values, positionals } = parseArguments(args);
  const [file, ...others] = positionals;
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
    hasCues: values.cues !== undefined,
  };
}

function toColumns(values: Partial<Record<(typeof columnNames)[number], string | undefined>>): FileOptions['columns'] {
  return {
    title: values.title ?? 'title',
    details: values.details ?? 'details',
    price: values.price ?? 'price',
    label: values.label ?? 'label',
    cues: values.cues ?? 'cues',
  };
}

function parseArguments(args: string[]) {
  const text = { type: 'string' } as const;
  const options = { title: text, details: text, price: text, label: text, cues: text };
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        ...options,
        map: { type: 'string', multiple: true },
        verbose: { type: 'boolean' },
        reviews: { type: 'boolean' },
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
