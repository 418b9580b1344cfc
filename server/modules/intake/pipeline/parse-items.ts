import { type ReadIntakeItem, readIntakeItem } from '#domain/listing/contract.ts';
import type { ParsedItem } from '#domain/intake/parsed-item.ts';
import { mapWithYields } from '#server/lib/delay.ts';
import type { Gazetteer } from '#server/modules/geo/index.ts';
import type { Judge } from '../judging/judge.ts';
import { extractPrice, parseUnderstoodItem, understandItem, type UnderstoodItem } from './parse-item.ts';

type Parser = { gazetteer: Gazetteer; judge: Judge; holdReason: string | undefined };
type ReadAndParsed = {
  raw: unknown;
  read: ReadIntakeItem;
  /** Null where it cannot be read. */
  understood: UnderstoodItem | null;
  parsed: ParsedItem;
};

/** Raw items as `parseItem` parses them, in their order. Other work runs in between. */
export async function parseItems(
  source: string,
  raws: unknown[],
  { gazetteer, judge, holdReason }: Parser,
): Promise<ReadAndParsed[]> {
  const items = await mapWithYields(raws, (raw) => {
    const read = readIntakeItem(raw);
    const { data } = read.checked;
    return { raw, read, text: data === undefined ? null : { item: data, ...extractPrice(data) } };
  });
  const verdicts = (await judge(items.flatMap(({ text }) => text?.listingText ?? []))).values();
  return mapWithYields(items, ({ raw, read, text }) => {
    const verdict = text === null ? undefined : verdicts.next().value;
    const understood = text === null ? null : understandItem(text.item, gazetteer, verdict && { ...text, verdict });
    return { raw, read, understood, parsed: parseUnderstoodItem(source, read, understood, holdReason) };
  });
}
