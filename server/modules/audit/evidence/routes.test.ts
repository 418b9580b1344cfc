import { createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { userStream } from '#domain/event-catalog/streams.ts';
import type { Verification } from '#domain/history/contract.ts';
import { checkEvidence } from '#server/lib/evidence/check-evidence.ts';
import type { EvidenceFile } from '#server/lib/evidence/evidence.ts';
import type { TestClient } from '#server/testing/test-client.ts';
import { type TestServer, startTestServer } from '#server/testing/test-server.ts';

let product: TestServer;
let root: TestClient;
let annId: string;

beforeAll(async () => {
  product = await startTestServer();
  root = await product.adminClient();
  const client = product.newClient();
  annId = (await client.register('ann@example.com')).id;
  await client.patch('/api/profile', { maxPrice: 60_000, zipCode: '48204' });
  const added = await client.post('/api/searches', { name: 'Cabins', zipCode: '49684' });
  await client.send('DELETE', `/api/searches/${(JSON.parse(added.text) as { id: string }).id}`);
  await product.newClient().register('bob@example.com');
  await root.patch(`/api/admin/users/${annId}/membership`, { status: 'active' });
});
afterAll(() => product.stop());

/** Evidence waits a few seconds for the chain, which may take longer where many tests share a machine. */
async function download(path: string) {
  const answer = await vi.waitFor(async () => {
    const { status, headers, text } = await root.get(path);
    if (status === 503) throw new Error(text);
    return { status, headers, text };
  }, 60_000);
  const key = (JSON.parse((await root.get('/api/admin/history/verification')).text) as Verification).key;
  const { findings } = checkEvidence(answer.text, createPublicKey(key?.publicKey ?? ''));
  return { ...answer, findings, evidence: JSON.parse(answer.text) as EvidenceFile };
}

describe('Evidence over the API', () => {
  it('Evidence over the API is a sound file of the filtered events, as stored, with opened values marked as unproven', async () => {
    const { headers, findings, evidence, text } = await download(
      '/api/admin/history/export?format=evidence&person=ANN@example.com&type=UserRegistered',
    );
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="evidence-\d{4}-\d\d-\d\d\.json"$/);
    expect(findings).toEqual([]);
    expect(evidence.manifest).toMatchObject({ filter: { person: annId, type: ['UserRegistered'] }, count: 1 });
    const [registered] = evidence.events;
    expect(JSON.stringify(registered?.event)).not.toContain('ann@example.com');
    expect(registered?.event).toMatchObject({ stream: userStream(annId), revision: 0, type: 'UserRegistered' });
    expect(registered?.unproven).toMatchObject({
      sentence: 'ann@example.com registered',
      data: { userId: annId, email: 'ann@example.com' },
    });
    expect(text).not.toContain('bob@example.com');
  });

  it('Evidence over the API of one user has the events of their streams and those that name them', async () => {
    const { findings, evidence } = await download(`/api/admin/users/${annId}/evidence`);
    expect(findings).toEqual([]);
    expect(evidence.manifest.filter).toEqual({ person: annId });
    const streams = new Set(evidence.events.map(({ event }) => event.stream));
    expect(streams).toContain(userStream(annId));
    expect(evidence.events.map(({ event }) => event.type)).toEqual(
      expect.arrayContaining([
        ...['UserRegistered', 'FiltersUpdated', 'MembershipActivated', 'EmailClaimed'],
        ...['SearchAdded', 'SearchRemoved'],
      ]),
    );
    const added = evidence.events.find(({ event }) => event.type === 'SearchAdded');
    expect(JSON.stringify(added?.event)).not.toMatch(/Cabins|49684/);
    expect(added?.unproven).toMatchObject({ data: { search: { name: 'Cabins', zipCode: '49684' } } });
    expect(JSON.stringify(evidence.events.map(({ unproven }) => unproven))).not.toContain('bob@example.com');
  });

  it('Evidence over the API of a deleted user is sound, and has no personal data', async () => {
    const { id } = await product.newClient().register('gone@example.com');
    await root.send('DELETE', `/api/admin/users/${id}`);
    const { findings, evidence, text } = await download(`/api/admin/users/${id}/evidence`);
    expect(findings).toEqual([]);
    expect(evidence.events.map(({ event }) => event.type)).toEqual(['UserDeleted', 'SessionBegun', 'UserRegistered']);
    expect(text).not.toContain('gone@example.com');
  });

  it('Evidence over the API of a person that there never was has no events', async () => {
    const path = '/api/admin/history/export?format=evidence&person=nobody@example.com';
    const { findings, evidence } = await download(path);
    expect([findings, evidence.events, evidence.manifest.filter]).toEqual([[], [], { person: 'nobody@example.com' }]);
  });

  it('Evidence over the API is refused with a sentence for an unknown user and a wrong filter', async () => {
    expect(await root.get('/api/admin/users/nobody/evidence')).toMatchObject({ status: 404 });
    const wrong = await root.get('/api/admin/history/export?format=evidence&from=soon');
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('from must be a day')]);
  });

  it('The checker is served as the file that the build wrote', async () => {
    const { status, text, headers } = await product.newClient().get('/check-evidence.mjs');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
    expect(text).toBe(readFileSync('web/dist/check-evidence.mjs', 'utf8'));
  });
});
