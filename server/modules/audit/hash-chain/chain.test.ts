import { hash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toPosition } from '#domain/shared/decider.ts';
import { writeCanonicalJson } from '#server/lib/evidence/canonical-json.ts';
import type { StoredEvent } from '#server/platform/event-store/port.ts';
import { genesisHash, hashEvent, toCanonicalText, toSealedEvent } from './chain.ts';

it('The hash of an event covers the hash before, and all fields of the event but its position as RFC 8785 writes them', () => {
  const event: StoredEvent = {
    stream: 'user-é',
    revision: 3,
    id: 'one',
    type: 'UserDeleted',
    position: toPosition(7),
    data: { userId: 'ann', list: [1e21, null, true], '\n': '"' },
    metadata: { commandId: 'c', correlationId: 'c', at: '2026-01-01T00:00:00.000Z', actor: 'system' },
  };
  const text =
    '{"data":{"\\n":"\\"","list":[1e+21,null,true],"userId":"ann"},"id":"one",' +
    '"metadata":{"actor":"system","at":"2026-01-01T00:00:00.000Z","commandId":"c","correlationId":"c"},' +
    '"revision":3,"stream":"user-é","type":"UserDeleted"}';
  const first = hash('sha256', Buffer.concat([Buffer.alloc(32), Buffer.from(text)]), 'buffer');
  expect(hashEvent(genesisHash, event).toString('hex')).toBe(first.toString('hex'));
  const second = hash('sha256', Buffer.concat([first, Buffer.from(text)]), 'buffer');
  expect(hashEvent(first, event).toString('hex')).toBe(second.toString('hex'));
});

it('The hash of an event covers names that an object orders itself, and data of any depth', () => {
  const fields = '"10":1,"9":2,"__proto__":{"admin":true}';
  const nested = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  const data: unknown = JSON.parse(`{"nested":${nested},${fields}}`);
  const metadata = { actor: 'system', commandId: 'c', correlationId: 'c', at: '2026-01-01T00:00:00.000Z' };
  const event = { stream: 's', revision: 0, id: 'one', type: 'Happened', position: toPosition(1), data, metadata };
  expect(toCanonicalText(event)).toContain(`"data":{${fields},"nested":${nested}},"id":"one"`);
});

it('The hashed text of any event is the one that the checker of evidence writes', () => {
  const metadata = { actor: 'system', commandId: 'c', correlationId: 'c', at: '2026-01-01T00:00:00.000Z' };
  fc.assert(
    fc.property(fc.jsonValue(), (data) => {
      const event = { stream: 's', revision: 0, id: 'one', type: 'Happened', position: toPosition(1), data, metadata };
      expect(writeCanonicalJson(toSealedEvent(event))).toBe(toCanonicalText(event));
    }),
  );
});
