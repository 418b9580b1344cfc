import { type ReadIntakeItem, readIntakeItem } from '#domain/listing/contract.ts';
import { mapWithYields } from '#server/lib/delay.ts';
import type { Gazetteer } from '#server/modules/geo/index.ts';
import type { Judge } from '../judging/judge.ts';
import { extractPrice, parseCheckedItem, type ParsedItem, parseJudgedItem } from './parse-item.ts';

type Parser = { gazetteer: Gazetteer; judge: Judge; holdReason: string | undefined };
type ReadAndParsed = { raw: unknown; read: ReadIntakeItem; parsed: ParsedItem };

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
    const parsed =
      text === null || verdict === undefined
        ? parseCheckedItem(source, read, gazetteer, holdReason)
        : parseJudgedItem(source, { ...text, verdict }, gazetteer, holdReason);
    return { raw, read, parsed };
  });
}
