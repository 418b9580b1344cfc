import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { eventCatalog } from '#domain/event-catalog/catalog.ts';
import type { EventDeclaration } from '#domain/event-catalog/event-declaration.ts';
import { findNewestVersion } from '#domain/event-catalog/upcasters.ts';
import { getBaseName } from '#projections/store/part-name.ts';
import { projections } from '#projections/all.ts';
import { emailTriggerTypes } from '#server/modules/alerts/channels/email/build-emails.ts';
import { alertTypes } from '#server/modules/alerts/channels/linked/alert-content.ts';
import { matchedTypes } from '#server/modules/alerts/matching/process-batch.ts';
import { pushedTypes } from '#server/modules/alerts/channels/push/push-outbox.ts';
import { timedTypes } from '#server/modules/monitoring/latency.ts';
import type { Shape } from './event-shapes.ts';
import { productEvents, readShapes } from './recorded-events.ts';

const file = resolve(import.meta.dirname, '../../docs/events.md');

/** The subscriptions that handle certain types; the others, and the live updates, handle every event. */
const subscriptions: Record<string, readonly string[]> = {
  matching: matchedTypes,
  mail: emailTriggerTypes,
  push: pushedTypes,
  telegram: alertTypes,
  webhook: alertTypes,
  latency: timedTypes,
};

const introduction = `# Events

Every event type of the log, as \`domain/event-catalog/catalog.ts\` declares it. \`npm run shapes\` writes this page, and
\`npm run check\` fails where it is not up to date.

Encrypted texts and members are stored under the key of their user, or of their day of visits. A member also has a
token, which differs in every stream. Once the key is destroyed, texts read '[erased]' and a member reads as a user that
does not exist. The hash chain, the history and the live updates read every event. Views and other subscriptions are
named with the types that they handle.
`;

/** The page for these event types. */
export function renderEventDocs(
  catalog: Record<string, EventDeclaration>,
  shapeOf: (type: string) => Shape | undefined,
): string {
  const byStream = Map.groupBy(Object.entries(catalog), ([, { stream }]) => stream);
  const sections = [...byStream].map(([stream, events]) => {
    return [`## Stream \`${stream}\``, ...events.map(([type, event]) => renderEvent(type, event, shapeOf(type)))];
  });
  return `${[introduction.trimEnd(), ...sections.flat()].join('\n\n')}\n`;
}

function renderEvent(type: string, event: EventDeclaration, shape: Shape | undefined): string {
  const readers = [...listViews(type), ...listSubscriptions(type)];
  const encrypted = listEncrypted(event);
  const fields = typeof shape === 'object' ? Object.entries(shape) : [];
  return [
    `### ${type}`,
    '',
    event.summary,
    '',
    ...fields.map(([name, field]) => `- \`${name}\`: \`${renderShape(field)}\``),
    ...(encrypted.length > 0 ? [`- Encrypted: ${encrypted.join(', ')}`] : []),
    `- Read by: ${readers.length > 0 ? readers.join(', ') : 'its own stream only'}`,
  ].join('\n');
}

function listViews(type: string): string[] {
  const readers = projections.filter(({ handles }) => handles.includes(type));
  return [...new Set(readers.map(({ view }) => `view \`${getBaseName(view)}\``))];
}

function listSubscriptions(type: string): string[] {
  return Object.entries(subscriptions)
    .filter(([, types]) => types.includes(type))
    .map(([name]) => `subscription \`${name}\``);
}

function listEncrypted({ personal, members }: EventDeclaration): string[] {
  const texts = personal?.paths.map((path) => `\`${path.join('.')}\``) ?? [];
  return members === undefined ? texts : [...texts, `\`${members.field}\` with all of each member`];
}

/** A type on one line: lists as `[of what]`, alternatives with a bar. */
function renderShape(shape: Shape): string {
  if (typeof shape === 'string') return shape;
  if (Array.isArray(shape)) return `[${shape.map(renderShape).join(' | ')}]`;
  const { anyOf } = shape;
  if (Array.isArray(anyOf)) return anyOf.map(renderShape).join(' | ');
  return `{ ${Object.entries(shape)
    .map(([name, field]) => `${name}: ${renderShape(field)}`)
    .join('; ')} }`;
}

function renderProductDocs(): string {
  const shapes = readShapes(productEvents);
  return renderEventDocs(eventCatalog, (type) => shapes[type]?.[findNewestVersion(type)]);
}

export function writeEventDocs(): void {
  writeFileSync(file, renderProductDocs());
}

/** A sentence where the page differs from the catalogue; null where it is up to date. */
export function findEventDocsProblem(): string | null {
  const isCurrent = readFileSync(file, 'utf8') === renderProductDocs();
  return isCurrent ? null : 'docs/events.md is not up to date: run `npm run shapes`.';
}
