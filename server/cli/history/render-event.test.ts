import { expect, it } from 'vitest';
import type { Metadata, Position } from '#domain/shared/decider.ts';
import type { StoredEvent } from '#server/platform/event-store/port.ts';
import { renderJsonLine, renderPlainLine } from './render-event.ts';

const metadata: Metadata = { actor: 'u-2', commandId: 'c', correlationId: 'c', at: '2026-03-01T12:00:00.000Z' };
const event = (data: unknown): StoredEvent => ({
  id: 'e-1',
  stream: 'user-u-1',
  revision: 3,
  position: 17 as Position,
  type: 'FiltersUpdated',
  data,
  metadata,
});

it('The history command prints an event as one line: position, local time, stream, type, data, actor', () => {
  const line = renderPlainLine(
    event({ userId: 'u-1', changes: { maxPrice: 5 }, title: 'Old house', limit: 3, zip: '48204', none: '' }),
  );
  const [position, time = '', ...rest] = line.trim().split('  ');
  expect(position).toBe('17');
  expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d$/);
  expect(Date.parse(time)).toBe(Date.parse(metadata.at));
  expect(rest).toEqual([
    'user-u-1',
    'FiltersUpdated',
    'changes={"maxPrice":5} title="Old house" limit=3 zip=48204 none=""',
    'by u-2',
  ]);
  expect(line.endsWith('by u-2\n')).toBe(true);
});

it('The history command truncates long data, and escapes control characters of a terminal', () => {
  const line = renderPlainLine(event({ title: `\u001b[2Jx\u009b\u202e\n${'long '.repeat(100)}` }));
  expect(line.trimEnd()).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  expect(line).toContain('…  by u-2');
  expect(line.length).toBeLessThan(220);
});

it('The history command prints data that is no object, and missing data', () => {
  expect(renderPlainLine(event('said'))).toContain('  "said"  by');
  expect(renderPlainLine(event({}))).toContain('FiltersUpdated  by u-2');
});

it('The history command prints an event as one JSON object on one line', () => {
  const line = renderJsonLine(event({ title: 'a\nb' }));
  expect(line.trimEnd()).not.toContain('\n');
  expect(JSON.parse(line)).toEqual({
    position: 17,
    stream: 'user-u-1',
    revision: 3,
    type: 'FiltersUpdated',
    at: metadata.at,
    actor: 'u-2',
    id: 'e-1',
    data: { title: 'a\nb' },
    metadata,
  });
});
