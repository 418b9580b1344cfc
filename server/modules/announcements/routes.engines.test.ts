import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { announcementStream } from '#domain/event-catalog/streams.ts';
import { StoreUnavailable } from '#projections/store/port.ts';
import { createPng } from '#server/modules/pictures/testing/sample-pictures.ts';
import { connectSocket } from '#server/testing/socket-client.ts';
import type { TestClient } from '#server/testing/test-client.ts';
import { setUpAdmin, setUpServer, setUpUser } from '#server/testing/set-up-server.ts';

const latest = '/api/announcements/latest';
const publish = '/api/admin/announcements';

const product = setUpServer();
const root = setUpAdmin(product);
const ann = setUpUser(product, 'ann@example.com');

async function shown(client: TestClient): Promise<unknown> {
  const { status, text } = await client.get(latest);
  expect(status).toBe(200);
  return JSON.parse(text);
}

describe('the announcement', () => {
  it('The announcement is null before the first one', async () => {
    expect(await shown(ann)).toEqual({ message: '' });
  });

  it('The announcement is shown to members as soon as it is published, without unsafe content', async () => {
    const answer = await root.post(publish, { message: '<p onclick="x()">Hello<script>alert(1)</script></p>' });
    expect([answer.status, JSON.parse(answer.text)]).toEqual([200, { message: '<p>Hello</p>' }]);
    expect(await shown(ann)).toEqual({ message: '<p>Hello</p>' });
    expect(await shown(root)).toEqual({ message: '<p>Hello</p>' });
  });

  it('The announcement keeps its pictures where another one cannot be published', async () => {
    const { pictures, events } = product.context;
    const { id } = await pictures.addAnnounced(createPng(8, 8));
    const path = `/api/pictures/${id}?size=large`;
    await root.post(publish, { message: `<p>Map<img src="${path}" /></p>` });
    const append = events.append.bind(events);
    // Background work may append too.
    const failing = vi
      .spyOn(events, 'append')
      .mockImplementation((stream, ...rest) =>
        stream.startsWith('announcement')
          ? Promise.reject(new StoreUnavailable('The disk is full'))
          : append(stream, ...rest),
      );
    expect((await root.post(publish, { message: '<p>No map</p>' })).status).toBe(503);
    failing.mockRestore();
    expect((await ann.get(path)).status).toBe(200);
    expect((await root.post(publish, { message: '<p>No map</p>' })).status).toBe(200);
    expect((await ann.get(path)).status).toBe(404);
  });

  it('The announcement is removed by an empty one, or by one that shows nothing', async () => {
    for (const message of ['', '  ', '<p> </p>']) {
      await root.post(publish, { message: 'There is news' });
      expect((await root.post(publish, { message })).text).toBe('{"message":""}');
      expect(await shown(ann)).toEqual({ message: '' });
    }
  });

  it('The announcement is sent at once to every signed-in user', async () => {
    const [toAnn, toRoot] = await Promise.all([ann, root].map(({ cookie }) => connectSocket(product.url, cookie())));
    await root.post(publish, { message: '<p>Now</p>' });
    // One of an earlier test may arrive late.
    const now = { message: '<p>Now</p>' };
    await expect.poll(() => [toAnn, toRoot].map((heard) => heard?.of('announcement').at(-1))).toEqual([now, now]);
  });

  it('The announcement is recorded in the log once, with its admin, however often it is sent', async () => {
    const message = `<p>${randomUUID()}</p>`;
    const key = { 'idempotency-key': randomUUID() };
    for (let times = 2; times > 0; times -= 1) await root.post(publish, { message }, key);
    await root.post(publish, { message });
    const { events } = await product.context.events.read(announcementStream);
    expect(events.filter(({ data }) => JSON.stringify(data).includes(message))).toHaveLength(1);
    const [entry] = JSON.parse((await root.get('/api/admin/workflow-logs?limit=1')).text) as { details: string }[];
    expect(entry?.details).toBe('Announcement published by root@example.com');
  });

  it('The announcement with another text under a key that was used is refused, and the first one stays', async () => {
    const key = { 'idempotency-key': randomUUID() };
    await root.post(publish, { message: '<p>First</p>' }, key);
    expect((await root.post(publish, { message: '<p>Second</p>' }, key)).status).toBe(422);
    expect(await shown(ann)).toEqual({ message: '<p>First</p>' });
  });

  it.each<[string, unknown, string]>([
    ['no message', {}, 'Message must be text'],
    ['a message that is no text', { message: 7 }, 'Message must be text'],
    ['null', { message: null }, 'Message must be text'],
    ['too long a message', { message: 'x'.repeat(20_001) }, 'An announcement must be at most 20,000 characters'],
  ])('The announcement is refused with %s', async (_what, body, sentence) => {
    const { status, text } = await root.post(publish, body);
    expect([status, text]).toEqual([400, sentence]);
  });

  it('The announcement may be as long as 20,000 characters', async () => {
    const message = '&'.repeat(20_000);
    expect((await root.post(publish, { message })).status).toBe(200);
    expect(await shown(ann)).toEqual({ message: '&amp;'.repeat(20_000) });
  });
});
