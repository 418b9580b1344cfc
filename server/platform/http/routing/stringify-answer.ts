import { yieldToEventLoop } from '#server/lib/delay.ts';

/** A list up to this length takes a few ms at most. */
const maxShortList = 500;

/** JSON of an answer; other requests are answered while that of a long list, or of a record of such, is built. */
export async function stringifyAnswer(answer: unknown): Promise<string> {
  if (isLongList(answer)) return stringifyList(answer);
  if (!isRecord(answer) || !Object.values(answer).some(isLongList)) return JSON.stringify(answer);
  const fields: string[] = [];
  for (const [name, value] of Object.entries(answer)) {
    if (value === undefined) continue;
    fields.push(`${JSON.stringify(name)}:${isLongList(value) ? await stringifyList(value) : JSON.stringify(value)}`);
  }
  return `{${fields.join(',')}}`;
}

async function stringifyList(list: unknown[]): Promise<string> {
  const texts: string[] = [];
  for (let from = 0; from < list.length; from += maxShortList) {
    await yieldToEventLoop();
    texts.push(JSON.stringify(list.slice(from, from + maxShortList)).slice(1, -1));
  }
  return ['[', texts.join(','), ']'].join('');
}

function isLongList(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.length > maxShortList;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
