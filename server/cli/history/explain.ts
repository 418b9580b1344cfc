import { StartRefused } from '#server/lib/errors.ts';
import type { EventStore, StoredEvent } from '#server/platform/event-store/port.ts';
import { explain, type Explanation, type Led } from '#server/modules/audit/point-in-time/subjects/explain.ts';
import { plainLine } from './print.ts';

/** What the command behind an event saw, decided and caused, for people or as JSON. Throws StartRefused. */
export async function explained(events: EventStore, position: number, json: boolean): Promise<string> {
  const explanation = await explain(events, position);
  if (explanation === null) throw new StartRefused(`There is no event at position ${position}`);
  return json ? `${jsonOf(explanation, 0)}\n` : textOf(explanation);
}

function textOf({ event, because, saw, decided, caused, related }: Explanation): string {
  const { actor, commandId, requestId, correlationId } = event.metadata;
  const request = requestId === undefined ? '' : `, request ${requestId}`;
  const parts: [string, string][] = [
    ['Event', plainLine(event)],
    ['Command', `${commandId} by ${actor}${request}, correlation ${correlationId}\n`],
    ['Because of', because.length === 0 ? 'nothing that is in the log\n' : because.map(plainLine).join('')],
    ['Saw', sawText(saw)],
    ['Decided', decided.map(withData).join('')],
    ['Caused', caused.length === 0 ? 'nothing\n' : treeText(caused, 0)],
    ['Of the same request or item', related.length === 0 ? 'nothing else\n' : related.map(plainLine).join('')],
  ];
  return parts.map(([title, text]) => `${title}\n${indented(text)}`).join('\n');
}

function sawText({ stream, revision, state }: Explanation['saw']): string {
  const where = revision < 0 ? `${stream} without any event` : `${stream} at revision ${revision}`;
  return `${where}\n${state === null ? 'of a kind that no rules are known of' : jsonOf(state.state, 2)}\n`;
}

function withData(event: StoredEvent): string {
  return `${plainLine(event)}${jsonOf(event.data, 2)}\n`;
}

function treeText(led: Led[], depth: number): string {
  return led
    .map(({ event, ledTo }) => `${'    '.repeat(depth)}${plainLine(event)}${treeText(ledTo, depth + 1)}`)
    .join('');
}

function indented(text: string): string {
  return text.replace(/^(?=.)/gm, '  ');
}

/** States hold sets; texts of strangers must not move the cursor of a terminal. */
function jsonOf(value: unknown, indent: number): string {
  const text = JSON.stringify(value, (_key, inner: unknown) => (inner instanceof Set ? [...inner] : inner), indent);
  return text.replace(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '·');
}
