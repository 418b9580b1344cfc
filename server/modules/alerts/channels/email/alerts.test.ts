import { listAll } from '#projections/store/list-all.ts';
import { describe, expect, it } from 'vitest';
import { wholeMatcher } from '#domain/matching/shards.ts';
import { startPosition } from '#domain/shared/decider.ts';
import { outboxSpace } from '#server/platform/outbox/item.ts';
import type { Mail } from './transport/mail.ts';
import { writeDigestPass } from '../../matching/digest-pass.ts';
import { setUpEmail } from './testing/email-fixture.ts';

const fixture = setUpEmail();

describe('alerts by mail', () => {
  it('Alerts by mail name the listing and why it fits, with links to receive fewer mails', async () => {
    await fixture.open();
    const ann = await fixture.stores.member({ zipCode: '48201' });
    await fixture.deliverAlert('House on Elm St', [ann]);
    const [mail] = await fixture.waitForMails(1);
    expect(mail).toMatchObject({
      to: `${ann}@example.com`,
      from: 'Off-Market Scout <no-reply@scout.example.com>',
      replyTo: 'help@example.com',
      subject: 'New listing in your area: House on Elm St, $45,000',
      attachments: [{ cid: 'logo' }, { cid: 'art-house' }],
      headers: {
        'List-Unsubscribe': `<${fixture.links.urlFor('unsubscribe', ann)}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    });
    for (const part of [mail?.text, mail?.html]) {
      expect(part).toContain('House on Elm St');
      expect(part).toContain('12.4 mi from your ZIP code (within 50)');
      expect(part).toContain(fixture.links.urlFor('daily', ann));
      expect(part).toContain(fixture.links.urlFor('unsubscribe', ann));
      expect(part).toContain('https://scout.example.com/');
    }
  });

  it('Alerts by mail that arrive together share one mail for each member', async () => {
    await fixture.open();
    const [ann, bea] = [await fixture.stores.member({}), await fixture.stores.member({})];
    await fixture.deliverAlert('First', [ann, bea]);
    await fixture.deliverAlert('Second', [ann]);
    const found = await fixture.waitForMails(2);
    expect(found.find(({ to }) => to.startsWith(ann))).toMatchObject({ subject: '2 new listings in your area' });
    expect(found.find(({ to }) => to.startsWith(ann))?.text).toMatch(/Second[\s\S]+First/);
    expect(found.find(({ to }) => to.startsWith(bea))?.text).not.toContain('Second');
  });

  it('Alerts by mail come as a digest to a member who chose that, without a link to switch to it', async () => {
    await fixture.open();
    const ann = await fixture.stores.member({ notificationPreference: 'daily' });
    await fixture.deliverAlert('First', [ann], 'daily');
    await fixture.deliverAlert('Second', [ann], 'daily');
    const [mail] = await fixture.waitForMails(1);
    expect(mail?.subject).toBe('Your daily listings: 2 new in your area');
    expect(mail?.text).not.toContain(fixture.links.urlFor('daily', ann));
    expect(mail?.text).toContain(fixture.links.urlFor('unsubscribe', ann));
  });

  it('Alerts by mail of one morning come as one digest when the pass that delivers them is over', async () => {
    const { documents, events } = fixture.stores;
    await fixture.open(fixture.stores, 0);
    const ann = await fixture.stores.member({ notificationPreference: 'daily' });
    await writeDigestPass(documents, wholeMatcher, { state: 'running', position: startPosition });
    fixture.stores.startClock('2026-03-11T11:00:00.000Z');
    for (const title of ['First', 'Second']) await fixture.deliverAlert(title, [ann], 'daily');
    await fixture.waitUntilHeld(ann);
    expect(await fixture.waitForMails(0)).toEqual([]);
    await fixture.deliverAlert('Third', [ann], 'daily');
    await writeDigestPass(documents, wholeMatcher, { state: 'idle', position: await events.head() });
    const [mail] = await fixture.waitForMails(1);
    expect(mail?.subject).toBe('Your daily listings: 3 new in your area');
  });

  it('Alerts by mail are not sent to a user who turned them off or was deleted', async () => {
    await fixture.open();
    const [ann, bea] = [await fixture.stores.member({ alertMails: false }), await fixture.stores.member({})];
    await fixture.tell(bea, { type: 'Delete', data: { userId: bea } });
    await fixture.deliverAlert('House on Elm St', [ann, bea]);
    await fixture.expectNoMail();
  });

  it('Alerts by mail are not sent to a user whose membership has ended by then', async () => {
    await fixture.open();
    const ann = await fixture.stores.member({});
    await fixture.deliverAlert('House on Elm St', [ann]);
    await fixture.stores.deactivate(ann);
    await fixture.stores.waitForViews();
    await fixture.expectNoMail();
  });

  it('Alerts by mail wait for the end of quiet hours, also over a restart, and are then sent once', async () => {
    fixture.stores.setClock('2026-03-11T03:30:00.000Z');
    const first = await fixture.open(fixture.stores, 0);
    const [ann, bea] = [
      await fixture.stores.member({ zipCode: '48201', quietHours: true }),
      await fixture.stores.member({ zipCode: '96813', quietHours: true }),
    ];
    await fixture.stores.waitForViews();
    await fixture.deliverAlert('House on Elm St', [ann, bea]);
    expect(await fixture.waitForMails(1)).toMatchObject([{ to: `${bea}@example.com` }]);
    const dueTimes = async () =>
      (await listAll<Mail>(fixture.stores.documents, outboxSpace, { userId: ann })).map(({ due }) => due);
    await expect.poll(dueTimes).toEqual([Date.parse('2026-03-11T11:00:00.000Z')]);
    await first.stop();
    fixture.stores.setClock('2026-03-11T10:59:59.000Z');
    await fixture.open(fixture.stores, 0);
    expect(await fixture.waitForMails(1)).toHaveLength(1);
    fixture.stores.setClock('2026-03-11T11:00:00.000Z');
    const [, mail] = await fixture.waitForMails(2);
    expect(mail?.to).toBe(`${ann}@example.com`);
  });

  it('Alerts by mail of one night come as one mail in the morning, also over a restart', async () => {
    fixture.stores.setClock('2026-03-11T03:30:00.000Z');
    const first = await fixture.open(fixture.stores, 0);
    const ann = await fixture.stores.member({ zipCode: '48201', quietHours: true });
    await fixture.stores.waitForViews();
    const waiting = async () => listAll<Mail>(fixture.stores.documents, outboxSpace, { userId: ann });
    const told = async () => (await waiting()).map(({ content }) => content.kind === 'alerts' && content.total);
    await fixture.deliverAlert('First house', [ann]);
    await expect.poll(told).toEqual([1]);
    await fixture.deliverAlert('Second house', [ann]);
    await expect.poll(told).toEqual([2]);
    await first.stop();
    await fixture.open(fixture.stores, 0);
    await fixture.deliverAlert('Third house', [ann]);
    await expect.poll(told).toEqual([3]);
    await fixture.waitUntilHeld(ann);
    expect(await fixture.waitForMails(0)).toEqual([]);
    fixture.stores.setClock('2026-03-11T11:00:00.000Z');
    const [mail] = await fixture.waitForMails(1);
    expect(mail?.subject).toBe('3 new listings in your area');
    expect(mail?.text).toMatch(/Third house[\s\S]+Second house[\s\S]+First house/);
    await expect.poll(waiting).toEqual([]);
  });

  it('Alerts by mail leave out listings that were withdrawn before they are sent', async () => {
    await fixture.open();
    const [ann, bea] = [await fixture.stores.member({}), await fixture.stores.member({})];
    await fixture.deliverAlert('Standing house', [ann]);
    await fixture.withdrawListing(await fixture.deliverAlert('Sold house', [ann, bea]));
    const [mail] = await fixture.waitForMails(1);
    expect(mail).toMatchObject({
      to: `${ann}@example.com`,
      subject: 'New listing in your area: Standing house, $45,000',
    });
    expect(mail?.text).not.toContain('Sold house');
  });

  it("Alerts by mail go to the user's present address", async () => {
    await fixture.open();
    const ann = await fixture.stores.member({});
    await fixture.tell(ann, { type: 'ChangeEmail', data: { userId: ann, email: 'ann@example.com' } });
    await fixture.deliverAlert('House on Elm St', [ann]);
    const mails = await fixture.waitForMails(2);
    expect(mails.filter(({ text }) => text.includes('House on Elm St'))).toMatchObject([{ to: 'ann@example.com' }]);
  });

  it('Alerts by mail with very many listings show the newest and the total number', async () => {
    await fixture.open();
    const ann = await fixture.stores.member({});
    for (let n = 1; n <= 60; n += 1) await fixture.deliverAlert(`House ${n}.`, [ann]);
    const [mail] = await fixture.waitForMails(1);
    expect(mail?.subject).toBe('60 new listings in your area');
    expect(mail?.text).toContain('House 60.');
    expect(mail?.text).toContain('House 11.');
    expect(mail?.text).not.toContain('House 10.');
    expect(mail?.text).toContain('See 10 more on your dashboard.');
  });
});
