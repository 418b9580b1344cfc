import { type CommandArguments, WrongArguments } from '#server/lib/command-line/command.ts';

const columnNames = ['title', 'details', 'price', 'label', 'cues', 'propertyType'] as const;

/** `columns` are the names in the file; those in `needed` must exist. `classes` maps a label to its class. */
export type FileOptions = {
  file: string;
  columns: Record<(typeof columnNames)[number], string>;
  needed: string[];
  classes: Map<string, string>;
  isVerbose: boolean;
  /** Whether the signals of an off-market offer are labeled too. */
  hasCues: boolean;
  /** The part of the corpus that is judged instead of `file`; null for a file of one's own. */
  half: 'train' | 'held-out' | null;
};

/** Without a file, the rules are compared with the decisions of the review. */
export type EvaluateOptions = FileOptions | { file: null; isVerbose: boolean };

const column = (about: string) => ({ type: 'string', value: 'COLUMN', description: `column of ${about}` }) as const;

/** The arguments of `npm run evaluate`. */
export const evaluateArguments = {
  invocation: 'npm run evaluate --',
  positionals: [{ name: 'FILE', isOptional: true }],
  options: {
    title: column('the title'),
    details: column('the details'),
    price: column('the price'),
    label: column('the label'),
    cues: column('the labeled signals'),
    propertyType: column("the source's property type"),
    map: { type: 'string', value: 'LABEL=CLASS', multiple: true, description: 'the class of a label; repeatable' },
    verbose: { type: 'boolean', description: 'print each disagreement' },
    reviews: { type: 'boolean', description: 'use the decisions of the review instead of a file' },
    corpus: { type: 'string', value: 'HALF', description: 'use the committed texts: train or held-out' },
  },
} as const;

/** Throws WrongArguments with one sentence. */
export function toEvaluateOptions({
  values,
  positionals,
}: CommandArguments<typeof evaluateArguments.options>): EvaluateOptions {
  const half = readHalf(values.corpus);
  const isVerbose = values.verbose === true;
  const sources = [
    ...positionals,
    ...(half === null ? [] : ['the corpus']),
    ...(values.reviews === true ? [null] : []),
  ];
  const [file] = sources;
  if (file === undefined || sources.length > 1)
    throw new WrongArguments('Give a FILE, --corpus or --reviews: see npm run evaluate -- --help');
  if (file === null) return { file, isVerbose };
  const names = columnNames.map((name) => [name, values[name] ?? name]);
  const columns = Object.fromEntries(names) as FileOptions['columns'];
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
  throw new WrongArguments(`--corpus must be train or held-out, not '${value}'`);
}

function parseMapping(text: string): [string, string] {
  const at = text.lastIndexOf('=');
  if (at < 1) throw new WrongArguments(`--map must be LABEL=CLASS, such as --map "Single family=house", not '${text}'`);
  return [normalizeLabel(text.slice(0, at)), normalizeLabel(text.slice(at + 1))];
}

/** 'Mobile_Home' as 'mobile home'. */
export function normalizeLabel(label: string): string {
  return label
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ');
}
