import type { CorpusRow } from './corpus.ts';
import templates from './templates.json' with { type: 'json' };

/** Label, title, details and price: an amount, two bounds, or `$` for the amount that the details state. */
type Template = [CorpusRow['label'], string, string, string];

/** A linear congruential generator: the same numbers each time. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

type Choose = (choices: string) => string;

/** `@maker` becomes a word of that slot, `[one|two]` one of the two. */
function fillIn(template: string, slots: ReadonlyMap<string, string>, choose: Choose): string {
  const open = (text: string): string =>
    text.replaceAll(/@([a-zA-Z]+)/g, (whole, name: string) => {
      const choices = slots.get(name);
      return choices === undefined ? whole : open(choose(choices));
    });
  const inner = /\[([^[\]]*)\]/;
  let text = template;
  for (let match = inner.exec(text); match !== null; match = inner.exec(text))
    text = text.replace(match[0], choose(match[1] ?? ''));
  return open(text).replaceAll(/ {2,}/g, ' ').trim();
}

/** A round price between two bounds; `$` is the amount that the details state. */
function pickPrice(range: string, details: string, random: () => number): number {
  if (range === '$') return Number(/\$(\d+)/.exec(details)?.[1]);
  const [low = 0, high = low] = range.split('-').map(Number);
  const price = low * (high / low) ** random();
  return price < 2000 ? Math.round(price) : Math.round(price / 100) * 100;
}

const variantsPerTemplate = 6;

/** Texts made of templates, always the same ones; they are trained on, and never measured with. */
export function createVariations(): CorpusRow[] {
  const slots = new Map(Object.entries(templates.slots));
  const rows = templates.rows as Template[]; // corpus.test.ts checks them
  const random = createRandom(11);
  const choose: Choose = (choices) => {
    const words = choices.split('|');
    return words[Math.floor(random() * words.length)] ?? '';
  };
  const vary = ([label, title, template, price]: Template): CorpusRow => {
    const details = fillIn(template, slots, choose);
    return {
      label,
      title: fillIn(title, slots, choose),
      details,
      price: pickPrice(price, details, random),
      trap: 'variation',
    };
  };
  return rows.flatMap((row) => Array.from({ length: variantsPerTemplate }, () => vary(row)));
}
