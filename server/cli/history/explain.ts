import { StartupError } from '#server/lib/errors.ts';
import type { EventStore, StoredEvent } from '#server/platform/event-store/port.ts';
import {
  explainEvent,
  type EventExplanation,
  type Consequence,
} from '#server/modules/audit/point-in-time/subjects/explain-event.ts';
import { renderPlainLine } from './render-event.ts';

/** The state, decision and effects of the command behind an event, for people or as JSON. Throws StartupError. */
export async function renderExplanation(events: EventStore, position: number, json: boolean): Promise<string> {
  const explanation = await explainEvent(events, position);
  if (explanation === null) throw new StartupError(`There is no event at position ${position}`);
  return json ? `${toSafeJson(explanation, 0)}\n` : renderText(explanation);
}

function renderText({ event, because, saw, decided, caused, related }: EventExplanation): string {
  const { actor, commandId, requestId, correlationId } = event.metadata;
  const request = requestId === undefined ? '' : `, request ${requestId}`;
  const sections: [string, string][] = [
    ['Event', renderPlainLine(event)],
    ['Command', `${commandId} by ${actor}${request}, correlation ${correlationId}\n`],
    ['Because of', because.length === 0 ? 'nothing that is in the log\n' : because.map(renderPlainLine).join('')],
    ['Saw', renderSaw(saw)],
    ['Decided', decided.map(renderWithData).join('')],
    ['Caused', caused.length === 0 ? 'nothing\n' : renderTree(caused, 0)],
    ['Of the same request or item', related.length === 0 ? 'nothing else\n' : related.map(renderPlainLine).join('')],
  ];
  return sections.map(([title, text]) => `${title}\n${indentLines(text)}`).join('\n');
}

function renderSaw({ stream, revision, state }: EventExplanation['saw']): string {
  const where = revision < 0 ? `${stream} without any event` : `${stream} at revision ${revision}`;
  return `${where}\n${state === null ? 'of a kind that no rules are known of' : toSafeJson(state.state, 2)}\n`;
}

function renderWithData(event: StoredEvent): string {
  return `${renderPlainLine(event)}${toSafeJson(event.data, 2)}\n`;
}

function renderTree(led: Consequence[], depth: number): string {
  return led
    .map(({ event, ledTo }) => `${'    '.repeat(depth)}${renderPlainLine(event)}${renderTree(ledTo, depth + 1)}`)
    .join('');
}

function indentLines(text: string): string {
  return text.replace(/^(?=.)/gm, '  ');
}

/** States hold maps; untrusted text must not move the cursor of a terminal. */
function toSafeJson(value: unknown, indent: number): string {
  const toObject = (_key: string, inner: unknown): unknown =>
    inner instanceof Map ? Object.fromEntries<unknown>(inner) : inner;
  const text = JSON.stringify(value, toObject, indent);
  return text.replace(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '·');
}
