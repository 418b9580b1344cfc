import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Mail, outboxSpace } from './transport/mail.ts';
import type { House } from '../matching/testing/house.ts';
import { type Office, openOffice } from './testing/office.ts';

let office: Office;
let house: House;
beforeEach(async () => {
  office = await openOffice();
  ({ house } = office);
});
afterEach(() => office.close());

describe('alerts by mail', () => {
  it('tell what fits and why, with links to less of them', async () => {
    await office.open();
    const ann = await house.member({ zipCode: '48201' });
    await office.delivered('House on Elm St', [ann]);
    const [mail] = await office.mails(1);
    expect(mail).toMatchObject({
      to: `${ann}@example.com`,
      from: 'Off-Market Scout <no-reply@scout.example.com>',
      subject: 'New listing in your area: House on Elm St, $45,000',
      headers: {
        'List-Unsubscribe': `<${office.links.to('unsubscribe', ann)}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    });
    for (const part of [mail?.text, mail?.html]) {
      expect(part).toContain('House on Elm St');
      expect(part).toContain('12.4 of 50 miles from your ZIP code');
      expect(part).toContain(office.links.to('daily', ann));
      expect(part).toContain(office.links.to('unsubscribe', ann));
      expect(part).toContain('https://scout.example.com/');
    }
  });

  it('that come together share one mail, each member their own', async () => {
    await office.open();
    const [ann, bea] = [await house.member({}), await house.member({})];
    await office.delivered('First', [ann, bea]);
    await office.delivered('Second', [ann]);
    const found = await office.mails(2);
    expect(found.find(({ to }) => to.startsWith(ann))).toMatchObject({ subject: '2 new listings in your area' });
    expect(found.find(({ to }) => to.startsWith(ann))?.text).toMatch(/Second[\s\S]+First/);
    expect(found.find(({ to }) => to.startsWith(bea))?.text).not.toContain('Second');
  });

  it('come as a digest to who chose that, without a link to it', async () => {
    await office.open();
    const ann = await house.member({ notificationPreference: 'daily' });
    await office.delivered('First', [ann], 'digest/1');
    await office.delivered('Second', [ann], 'digest/2');
    const [mail] = await office.mails(1);
    expect(mail?.subject).toBe('Your daily listings: 2 new in your area');
    expect(mail?.text).not.toContain(office.links.to('daily', ann));
    expect(mail?.text).toContain(office.links.to('unsubscribe', ann));
  });

  it('do not come to who wants none, nor to who is gone', async () => {
    await office.open();
    const [ann, bea] = [await house.member({ alertMails: false }), await house.member({})];
    await office.tell(bea, { type: 'Delete', data: { userId: bea } });
    await office.delivered('House on Elm St', [ann, bea]);
    expect(await office.mails(0)).toEqual([]);
  });

  it('do not come to who is no member any more when they are sent', async () => {
    await office.open();
    const ann = await house.member({});
    await office.delivered('House on Elm St', [ann]);
    await house.deactivate(ann);
    await house.applied();
    expect(await office.mails(0)).toEqual([]);
  });

  it('wait for the end of quiet hours, over a restart too, and are then sent once', async () => {
    house.setClock('2026-03-11T03:30:00.000Z');
    const first = await office.open(house.documents, 20);
    const [ann, bea] = [
      await house.member({ zipCode: '48201', quietHours: true }),
      await house.member({ zipCode: '96813', quietHours: true }),
    ];
    await house.applied();
    await office.delivered('House on Elm St', [ann, bea]);
    expect(await office.mails(1)).toMatchObject([{ to: `${bea}@example.com` }]);
    const dueTimes = async () => (await house.documents.findBy<Mail>(outboxSpace, 'userId', ann)).map(({ due }) => due);
    await expect.poll(dueTimes).toEqual([Date.parse('2026-03-11T11:00:00.000Z')]);
    await first.stop();
    house.setClock('2026-03-11T10:59:59.000Z');
    await office.open(house.documents, 20);
    expect(await office.mails(1)).toHaveLength(1);
    house.setClock('2026-03-11T11:00:00.000Z');
    const [, mail] = await office.mails(2);
    expect(mail?.to).toBe(`${ann}@example.com`);
  });

  it('of one night come as one mail in the morning, over a crash too', async () => {
    house.setClock('2026-03-11T03:30:00.000Z');
    const first = await office.open(house.documents, 20);
    const ann = await house.member({ zipCode: '48201', quietHours: true });
    await house.applied();
    const waiting = async () => house.documents.findBy<Mail>(outboxSpace, 'userId', ann);
    const told = async () => (await waiting()).map(({ content }) => content.kind === 'alerts' && content.total);
    await office.delivered('First house', [ann]);
    await expect.poll(told).toEqual([1]);
    const [before] = await waiting();
    await office.delivered('Second house', [ann]);
    await expect.poll(told).toEqual([2]);
    await first.stop();
    const [kept] = await waiting();
    // A crash left the second beside the one that it went into.
    for (const id of kept?.merged ?? []) await house.documents.put(outboxSpace, { ...before, id });
    await office.open(house.documents, 20);
    await office.delivered('Third house', [ann]);
    await expect.poll(told).toEqual([3]);
    expect(await office.mails(0)).toEqual([]);
    house.setClock('2026-03-11T11:00:00.000Z');
    const [mail] = await office.mails(1);
    expect(mail?.subject).toBe('3 new listings in your area');
    expect(mail?.text).toMatch(/Third house[\s\S]+Second house[\s\S]+First house/);
    expect(await waiting()).toEqual([]);
  });

  it('of the last minute of a night come each for itself, as the first may be on its way already', async () => {
    house.setClock('2026-03-11T10:59:30.000Z');
    await office.open(house.documents, 20);
    const ann = await house.member({ zipCode: '48201', quietHours: true });
    await house.applied();
    const waiting = async () => (await house.documents.findBy<Mail>(outboxSpace, 'userId', ann)).length;
    await office.delivered('First house', [ann]);
    await expect.poll(waiting).toBe(1);
    await office.delivered('Second house', [ann]);
    await expect.poll(waiting).toBe(2);
    expect(await office.mails(0)).toEqual([]);
    house.setClock('2026-03-11T11:00:00.000Z');
    expect((await office.mails(2)).map(({ to }) => to)).toEqual([`${ann}@example.com`, `${ann}@example.com`]);
  });

  it('leave out what was withdrawn before they are sent', async () => {
    await office.open();
    const [ann, bea] = [await house.member({}), await house.member({})];
    await office.delivered('Standing house', [ann]);
    await office.withdrawn(await office.delivered('Sold house', [ann, bea]));
    const [mail] = await office.mails(1);
    expect(mail).toMatchObject({
      to: `${ann}@example.com`,
      subject: 'New listing in your area: Standing house, $45,000',
    });
    expect(mail?.text).not.toContain('Sold house');
  });

  it('go to the address of now', async () => {
    await office.open();
    const ann = await house.member({});
    await office.tell(ann, { type: 'ChangeEmail', data: { userId: ann, email: 'ann@example.com' } });
    await office.delivered('House on Elm St', [ann]);
    expect(await office.mails(1)).toMatchObject([{ to: 'ann@example.com' }]);
  });

  it('tell the newest of very many, and how many there are', async () => {
    await office.open();
    const ann = await house.member({});
    for (let n = 1; n <= 60; n += 1) await office.delivered(`House ${n}.`, [ann]);
    const [mail] = await office.mails(1);
    expect(mail?.subject).toBe('60 new listings in your area');
    expect(mail?.text).toContain('House 60.');
    expect(mail?.text).toContain('House 11.');
    expect(mail?.text).not.toContain('House 10.');
    expect(mail?.text).toContain('And 10 more, on your dashboard.');
  });
});
