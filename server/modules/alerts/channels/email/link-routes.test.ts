import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { userStream } from '#domain/event-catalog/streams.ts';
import { user as users } from '#domain/user/decider.ts';
import type { SearchView } from '#domain/user/searches.contract.ts';
import { deriveKey } from '#server/platform/encryption/derive-key.ts';
import { parseUser } from '#server/testing/test-client.ts';
import { setUpServer } from '#server/testing/set-up-server.ts';
import { createMailLinks, type MailAction } from './signed-links.ts';

const master = Buffer.alloc(32, 'master key').toString('base64');

const product = setUpServer({ CREDENTIAL_KEY: master });
const links = createMailLinks({ key: () => deriveKey(master, 'mail links'), url: () => product.url });

async function member() {
  const client = product.newClient();
  const { id } = await client.register(`${randomUUID()}@example.com`);
  const wishes = async () => {
    const { alertMails, notificationPreference } = parseUser(await client.get('/api/user'));
    return [alertMails, notificationPreference];
  };
  return { id, client, wishes };
}

/** As a mail client does it: without a cookie. */
const stranger = () => product.newClient();
const oneClick = (path: string) =>
  stranger().send('POST', path, {
    body: 'List-Unsubscribe=One-Click',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });

describe('a link in a mail', () => {
  it.each<[MailAction, string]>([
    ['unsubscribe', 'Unsubscribe'],
    ['daily', 'Switch to daily'],
    ['resume', 'Resubscribe'],
    ['immediate', 'Switch back'],
    ['stop-weekly', 'Turn off'],
    ['resume-weekly', 'Turn on again'],
  ])('A link in a mail changes nothing when it is only opened: %s', async (action, label) => {
    const { id, wishes } = await member();
    const before = (await product.context.events.read(userStream(id))).revision;
    for (const method of ['GET', 'HEAD']) {
      const { status, text, headers } = await stranger().send(method, links.pathFor(action, id));
      expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(headers.get('cache-control')).toBe('no-store');
      if (method === 'GET')
        expect(text).toMatch(new RegExp(`<form method="post" action="${links.pathFor(action, id)}">.*${label}`));
    }
    expect((await product.context.events.read(userStream(id))).revision).toBe(before);
    expect(await wishes()).toEqual([true, 'immediate']);
  });

  it('A link in a mail stops the mails with one click, and allows them again', async () => {
    const { id, wishes } = await member();
    const stopped = await oneClick(links.pathFor('unsubscribe', id));
    expect([stopped.status, await wishes()]).toEqual([200, [false, 'immediate']]);
    expect(stopped.text).toContain('You’re unsubscribed');
    expect(stopped.text).toContain(`action="${links.pathFor('resume', id)}"`);
    expect((await oneClick(links.pathFor('unsubscribe', id))).status).toBe(200);
    await oneClick(links.pathFor('resume', id));
    expect(await wishes()).toEqual([true, 'immediate']);
  });

  it('A link in a mail switches to one mail a day', async () => {
    const { id, wishes } = await member();
    expect((await oneClick(links.pathFor('daily', id))).text).toContain('one email each morning');
    expect(await wishes()).toEqual([true, 'daily']);
  });

  it('A link in a mail that switched to one mail a day leads to a button that switches back', async () => {
    const { id, wishes } = await member();
    const { text } = await oneClick(links.pathFor('daily', id));
    expect(text).toMatch(new RegExp(`<form method="post" action="${links.pathFor('immediate', id)}">.*Switch back`));
    const { text: done } = await oneClick(links.pathFor('immediate', id));
    expect([done.includes('Switched back.'), await wishes()]).toEqual([true, [true, 'immediate']]);
  });

  it('A link in a weekly summary turns off only that, and leads to a button that turns it on again', async () => {
    const { id, client, wishes } = await member();
    await client.patch('/api/profile', { weeklySummary: true });
    const isOn = async () => parseUser(await client.get('/api/user')).weeklySummary;
    const { text } = await oneClick(links.pathFor('stop-weekly', id));
    expect([await isOn(), await wishes()]).toEqual([false, [true, 'immediate']]);
    expect(text).toContain(`action="${links.pathFor('resume-weekly', id)}"`);
    await oneClick(links.pathFor('resume-weekly', id));
    expect([await isOn(), await wishes()]).toEqual([true, [true, 'immediate']]);
  });

  it('A link in a mail changes all searches of the member', async () => {
    const { id, client, wishes } = await member();
    for (const name of ['Cabins', 'Lots'])
      await client.post('/api/searches', { name, zipCode: '48204', weeklySummary: name === 'Lots' });
    const searches = async () =>
      (JSON.parse((await client.get('/api/searches')).text) as SearchView[]).map(
        ({ notificationPreference, weeklySummary }) => [notificationPreference, weeklySummary],
      );
    await oneClick(links.pathFor('daily', id));
    expect(await searches()).toEqual([
      ['daily', false],
      ['daily', false],
      ['daily', true],
    ]);
    await oneClick(links.pathFor('stop-weekly', id));
    await oneClick(links.pathFor('immediate', id));
    expect(await searches()).toEqual(Array.from({ length: 3 }, () => ['immediate', false]));
    await oneClick(links.pathFor('unsubscribe', id));
    expect(await wishes()).toEqual([false, 'immediate']);
  });

  it('A link in a mail is recorded in the log as an action of the member', async () => {
    const { id } = await member();
    await oneClick(links.pathFor('unsubscribe', id));
    const root = await product.adminClient();
    const [, entry] = JSON.parse((await root.get('/api/admin/workflow-logs?limit=2')).text) as { details: string }[];
    expect(entry?.details).toMatch(/^Filters of \S+@example\.com updated: alert mails no$/);
  });

  it('A link in a mail works for no other action and no other user', async () => {
    const [ann, bea] = [await member(), await member()];
    const signature = links.pathFor('resume', ann.id).split('/').at(-1) ?? '';
    const forged = [
      `/mail/unsubscribe/${ann.id}/${signature}`,
      `/mail/resume/${bea.id}/${signature}`,
      `/mail/delete/${ann.id}/${signature}`,
      `/mail/resume/${ann.id}/${signature.slice(1)}`,
      `/mail/resume/${ann.id}/${'x'.repeat(5000)}`,
      `/mail/resume/%00/${signature}`,
    ];
    for (const path of forged) {
      for (const method of ['GET', 'POST']) {
        const { status, text } = await stranger().send(method, path);
        expect([status, text]).toEqual([404, 'This link is invalid or incomplete.']);
      }
    }
  });

  it('A link in a mail that is not valid is a page for browsers', async () => {
    const { status, text, headers } = await stranger().get('/mail/unsubscribe/x/y', { accept: 'text/html,*/*;q=0.8' });
    expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(text).toContain('This link is invalid or incomplete.');
    expect(text).toContain('href="/public-page.css"');
  });

  it('A link in a mail accepts no other method', async () => {
    const { id } = await member();
    const { status, headers } = await stranger().send('PUT', links.pathFor('daily', id));
    expect([status, headers.get('allow')]).toEqual([405, 'GET, POST, HEAD, OPTIONS']);
  });

  it('A link in a mail reports that the account was deleted', async () => {
    const { id } = await member();
    const sender = { actor: 'system', commandId: randomUUID() };
    await product.context.handle(users, userStream(id), { type: 'Delete', data: { userId: id } }, sender);
    const { status, text } = await oneClick(links.pathFor('unsubscribe', id));
    expect([status, text]).toEqual([404, 'This account no longer exists and gets no emails.']);
  });
});
