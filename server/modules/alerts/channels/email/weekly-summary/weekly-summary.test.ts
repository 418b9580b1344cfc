import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { alertStream, listingStream } from '#domain/event-catalog/streams.ts';
import { alert } from '#domain/alert/decider.ts';
import { createMatchCommand } from '#domain/alert/testing/examples.ts';
import { type ListingCommand, listing } from '#domain/listing/decider.ts';
import { sampleFacts } from '../../../matching/testing/sample-listing.ts';
import { createBounceRegistry } from '../bounces.ts';
import { setUpEmail } from '../testing/email-fixture.ts';

const fixture = setUpEmail();
const zipCode = '48204';
const monday = '2026-03-16T11:00:00.000Z';
const week = '2026-03-16';

const tell = (listingId: string, command: ListingCommand) =>
  fixture.stores.handle(listing, listingStream(listingId), command, { actor: 'x', commandId: randomUUID() });

/** A listing that is found at that time; it is in the member's ZIP unless `changes` say otherwise. */
async function find(at: string, price: number, changes: Partial<typeof sampleFacts> = {}): Promise<string> {
  fixture.stores.setClock(at);
  const listingId = randomUUID();
  await tell(listingId, { type: 'Find', data: { listingId, ...sampleFacts, price, ...changes } });
  return listingId;
}

async function change(at: string, listingId: string, change: 'withdrawn' | number): Promise<void> {
  fixture.stores.setClock(at);
  const withdrawal = { type: 'Withdraw', data: { listingId, reason: 'sold' } } as const;
  await tell(listingId, change === 'withdrawn' ? withdrawal : { type: 'Reprice', data: { listingId, price: change } });
}

async function addMember(changes: object = {}): Promise<string> {
  fixture.stores.setClock('2026-03-01T12:00:00.000Z');
  return fixture.stores.member({ zipCode, weeklySummary: true, ...changes });
}

async function issue(...userIds: string[]): Promise<void> {
  fixture.stores.setClock(monday);
  for (const userId of userIds) await fixture.tell(userId, { type: 'SummarizeWeek', data: { userId, week } });
  await fixture.stores.waitForViews();
}

/** Of what is issued while no worker is open, once one is. */
async function expectNoMail(): Promise<void> {
  await fixture.open();
  await fixture.expectNoMail();
}

describe('a weekly summary', () => {
  it('A weekly summary counts what was found, became cheaper and was withdrawn in the area in seven days, with median prices', async () => {
    await fixture.open();
    const ann = await addMember();
    const cheaper = await find('2026-03-02T12:00:00.000Z', 50_000, { title: 'Cheaper house' });
    const sold = await find('2026-03-02T12:00:00.000Z', 30_000, { title: 'Sold house' });
    await find('2026-03-09T10:59:59.999Z', 1000, { title: 'Earlier house' });
    for (const n of [1, 2, 3, 4, 5, 6])
      await find(`2026-03-1${n - 1}T12:00:00.000Z`, n * 5000, { title: `New house ${n}` });
    await find('2026-03-12T12:00:00.000Z', 60_000, { title: 'Dear house' });
    const far = { ...sampleFacts.place, latitude: 34, longitude: -118 };
    await find('2026-03-12T12:00:00.000Z', 20_000, { title: 'Far house', place: far });
    await change('2026-03-12T12:00:00.000Z', cheaper, 40_000);
    await change('2026-03-13T12:00:00.000Z', sold, 'withdrawn');
    await issue(ann);
    const [mail] = await fixture.waitForMails(1);
    expect(mail).toMatchObject({
      to: `${ann}@example.com`,
      subject: 'Your week: 6 new listings, 1 price drop, 1 withdrawn listing',
      headers: { 'List-Unsubscribe': `<${fixture.links.urlFor('stop-weekly', ann)}>` },
    });
    for (const part of [mail?.text, mail?.html]) {
      expect(part).toContain('6 new listings, median price $17,500');
      expect(part).toMatch(/New house 6[^]+New house 2/);
      expect(part).toContain('And 1 more.');
      expect(part).toMatch(/\$50,000 -(>|&gt;) \$40,000, down 20% · Detroit, MI 48204/);
      expect(part).toContain('Sold house');
      expect(part).not.toMatch(/New house 1|Earlier|Dear|Far/);
      expect(part).toContain(fixture.links.urlFor('stop-weekly', ann));
      expect(part).not.toContain(fixture.links.urlFor('unsubscribe', ann));
    }
  });

  it('A weekly summary covers the areas of all searches that ask for it, with each listing once under the names of those that it fits', async () => {
    await fixture.open();
    const ann = await addMember({ maxPrice: 30_000 });
    const { addSearch } = fixture.stores;
    await addSearch(ann, { name: 'Detroit', weeklySummary: true });
    await addSearch(ann, { name: 'Beach', zipCode: '90001', maxPrice: 90_000, weeklySummary: true });
    await addSearch(ann, { name: 'Unasked', maxPrice: 100_000 });
    await addSearch(ann, { name: 'Paused', maxPrice: 100_000, weeklySummary: true, paused: true });
    await addSearch(ann, { name: 'Nowhere', zipCode: '00000', weeklySummary: true });
    await find('2026-03-10T12:00:00.000Z', 20_000, { title: 'Cheap house' });
    await find('2026-03-12T12:00:00.000Z', 50_000, { title: 'Fair house' });
    await find('2026-03-12T12:00:00.000Z', 95_000, { title: 'Dear house' });
    const beach = { ...sampleFacts.place, latitude: 34, longitude: -118.2, city: 'Los Angeles', state: 'CA' };
    await find('2026-03-11T12:00:00.000Z', 80_000, { title: 'Beach house', place: beach });
    await issue(ann);
    const [mail] = await fixture.waitForMails(1);
    expect(mail?.subject).toBe('Your week: 3 new listings');
    for (const part of [mail?.text, mail?.html]) {
      expect(part).toContain('3 new listings, median price $50,000');
      expect(part).toMatch(/Fair house[^]+Beach house[^]+Cheap house/);
      expect(part).toMatch(/\$50,000 · Detroit, MI 48204 · Detroit\b/);
      expect(part).toMatch(/\$80,000 · Los Angeles, CA 48204 · Beach\b/);
      expect(part).toMatch(/\$20,000 · Detroit, MI 48204 · Search 1, Detroit\b/);
      expect(part).not.toMatch(/Dear|Paused|Unasked/);
    }
    expect(mail?.text.match(/Cheap house/g)).toHaveLength(1);
  });

  it('A weekly summary of a single search names none, also where that is not the first one', async () => {
    await fixture.open();
    const ann = await addMember({ weeklySummary: false, zipCode: '90001' });
    const id = await fixture.stores.addSearch(ann, { name: 'Cabins', weeklySummary: true });
    await find('2026-03-12T12:00:00.000Z', 40_000);
    await issue(ann);
    const [mail] = await fixture.waitForMails(1);
    expect(mail?.text).toContain('$40,000 · Detroit, MI 48204');
    expect(mail?.text).not.toContain('Cabins');
    await fixture.stores.changeSearch(ann, id, { weeklySummary: false });
    fixture.stores.setClock('2026-03-23T11:00:00.000Z');
    await fixture.tell(ann, { type: 'SummarizeWeek', data: { userId: ann, week: '2026-03-23' } });
    expect(await fixture.stores.listEvents('WeeklySummaryIssued')).toHaveLength(1);
  });

  it('A weekly summary links only the listings that the member was alerted of', async () => {
    await fixture.open();
    const ann = await addMember({ alertMails: false });
    const sent = await find('2026-03-12T12:00:00.000Z', 40_000);
    const other = await find('2026-03-12T12:00:00.000Z', 41_000);
    const at = '2026-03-12T12:00:00.000Z';
    const match = createMatchCommand({ listingId: sent, userIds: [ann], at });
    await fixture.stores.handle(alert, alertStream(sent, 0), match, { actor: 'scout', commandId: randomUUID() });
    await fixture.stores.waitForViews();
    await issue(ann);
    const [mail] = await fixture.waitForMails(1);
    for (const part of [mail?.text, mail?.html]) {
      expect(part).toContain(`https://scout.example.com/listings/${sent}`);
      expect(part).not.toContain(other);
    }
  });

  it('A weekly summary is not sent where nothing happened, nor to a user whose ZIP is unknown or who turned it off since', async () => {
    await (await fixture.open()).stop();
    const quiet = await addMember({ zipCode: '90001' });
    const nowhere = await addMember({ zipCode: '00000' });
    const ann = await addMember();
    const bea = await addMember({ weeklySummary: false });
    const cabins = await fixture.stores.addSearch(bea, { weeklySummary: true });
    await find('2026-03-12T12:00:00.000Z', 40_000);
    await issue(quiet, nowhere, ann, bea);
    await fixture.stores.update(ann, { weeklySummary: false });
    await fixture.stores.changeSearch(bea, cabins, { paused: true });
    await fixture.stores.waitForViews();
    await expectNoMail();
  });

  it('A weekly summary is not sent to an address that bounced, nor after the membership has ended', async () => {
    await (await fixture.open()).stop();
    const [ann, bea] = [await addMember(), await addMember()];
    const registry = createBounceRegistry({ ...fixture.stores, emails: { findOwner: () => Promise.resolve(ann) } });
    await registry.record({ address: `${ann}@example.com`, status: '5.1.1' });
    await find('2026-03-12T12:00:00.000Z', 40_000);
    await issue(ann, bea);
    await fixture.stores.deactivate(bea);
    await fixture.stores.waitForViews();
    await expectNoMail();
  });

  it('A weekly summary waits for the end of quiet hours', async () => {
    await fixture.open(fixture.stores, 0);
    const ann = await addMember({ quietHours: true });
    await find('2026-03-12T12:00:00.000Z', 40_000);
    await issue(ann);
    fixture.stores.startClock(monday);
    await fixture.waitForMails(1);
    fixture.stores.setClock('2026-03-24T02:00:00.000Z');
    await find('2026-03-20T12:00:00.000Z', 40_000);
    fixture.stores.setClock('2026-03-24T02:00:00.000Z');
    await fixture.tell(ann, { type: 'SummarizeWeek', data: { userId: ann, week: '2026-03-23' } });
    await fixture.stores.waitForViews();
    expect(await fixture.waitForMails(1)).toHaveLength(1);
    fixture.stores.setClock('2026-03-24T11:00:00.000Z');
    expect(await fixture.waitForMails(2)).toHaveLength(2);
  });

  it('A weekly summary waits until the listings of its week are known', async () => {
    let isBehind = true;
    const views = {
      ...fixture.stores.views,
      checkpoints: async () => (isBehind ? new Map() : fixture.stores.views.checkpoints()),
    };
    await fixture.open({ ...fixture.stores, views }, 0);
    const ann = await addMember();
    await find('2026-03-12T12:00:00.000Z', 40_000);
    await issue(ann);
    await fixture.waitUntilHeld(ann);
    expect(await fixture.waitForMails(0)).toEqual([]);
    isBehind = false;
    fixture.stores.startClock(monday);
    expect(await fixture.waitForMails(1)).toHaveLength(1);
  });

  it('A weekly summary that is asked for twice is mailed once', async () => {
    await fixture.open();
    const ann = await addMember();
    await find('2026-03-12T12:00:00.000Z', 40_000);
    await issue(ann, ann);
    expect(await fixture.waitForMails(1)).toHaveLength(1);
    const issued = await fixture.stores.listEvents('WeeklySummaryIssued');
    expect(issued).toHaveLength(1);
  });
});
