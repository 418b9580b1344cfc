import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { VisitorView } from '#domain/visit/admin.contract.ts';
import { findCard, createHelper, findToast, sendVisit } from './admin-page.ts';
import type { ApiUser } from './api-user.ts';
import { failCalls, setUpApp } from './test-app.ts';
import { focus } from './browser.ts';
import { expectAccessible, collectPageErrors, viewports } from './accessibility.ts';

const california = '8.8.8.8';
const texas = '98.200.1.1';
const pennsylvania = '73.30.1.1';
const nowhere = '10.0.0.7';

const app = setUpApp({ TRUST_PROXY: '1', RATE_VISIT: '100000/1m' });
let helper: ApiUser;
let page: Page;
let faults: string[];

beforeAll(async () => {
  helper = await createHelper(app);
  page = await app.open(app.root, '/admin', { viewport: { width: 1440, height: 900 } });
  faults = collectPageErrors(page);
});

const visitors = (of = page) => findCard(of, 'Visitors');
const week = (of = page) => visitors(of).getByRole('combobox', { name: 'Week' });
const figure = (name: string, of = page) => visitors(of).locator('dl > div').filter({ hasText: name }).locator('dd');
const chart = (name: string) => visitors().getByRole('figure', { name });
const openTab = (name: string) => visitors().getByRole('tab', { name }).click();

describe('Before the first visit', () => {
  it('Before the first visit, each chart and the table say that there is none', async () => {
    await expect.poll(() => figure('Last 24 hours').innerText()).toBe('0');
    expect(await figure('Last 7 days').innerText()).toBe('0');
    await chart('Visitors by State').getByText('No state data available', { exact: true }).waitFor();
    await chart('Visitor Distribution').getByText('No visitor data available', { exact: true }).waitFor();
    await openTab('Visitor Details');
    await visitors().getByText('No recent visitors', { exact: true }).waitFor();
  });

  it('Before the first visit, there is nothing to export', async () => {
    expect(await page.getByRole('button', { name: 'Export Visitors' }).isDisabled()).toBe(true);
  });

  it('Before the first visit, a past week is empty too', async () => {
    await week().selectOption('1');
    await visitors().getByText('No visitors found for selected week', { exact: true }).waitFor();
    await openTab('Visualization');
    await chart('Visitors by State').getByText('No state data available', { exact: true }).waitFor();
    await week().selectOption({ label: 'Current Week' });
  });
});

it('A visit appears at once for every admin', async () => {
  const other = await app.open(helper, '/admin');
  await visitors(other).getByText('No visitor data available').waitFor();
  await sendVisit(app.product.url, california, 'https://www.example.com/search');
  for (const window of [page, other]) {
    await expect.poll(() => figure('Last 24 hours', window).innerText()).toBe('1');
    await visitors(window).getByRole('rowheader', { name: 'California' }).waitFor();
  }
  await expect.poll(() => page.getByRole('button', { name: 'Export Visitors' }).isEnabled()).toBe(true);
  await other.context().close();
});

describe('After visits from several states', () => {
  beforeAll(async () => {
    for (const address of [pennsylvania, pennsylvania, pennsylvania, texas, texas, nowhere]) {
      await sendVisit(app.product.url, address);
    }
    await figure('Last 7 days').filter({ hasText: '7' }).waitFor();
  });

  it('After visits from several states, the charts count them by the full names of their states, with hues 25 degrees apart', async () => {
    const slices = chart('Visitors by State').locator('path.recharts-sector');
    await expect.poll(() => slices.count()).toBe(3);
    const colours = await slices.evaluateAll((paths) => paths.map((path) => getComputedStyle(path).fill));
    expect(colours.map((colour) => / ([\d.]+)\)$/.exec(colour)?.[1])).toEqual(['0', '25', '50']);
    expect(faults).toEqual([]);
  });

  it('After visits from several states, tables have the same numbers, also for users who do not see the charts', async () => {
    const rowsOf = (name: string) => chart(name).getByRole('table').getByRole('row').allTextContents();
    expect((await rowsOf('Visitors by State')).slice(1)).toEqual(['Pennsylvania3', 'Texas2', 'California1']);
    await expect.poll(async () => (await rowsOf('Visitor Distribution')).at(-1)).toMatch(/7$/);
    const days = (await rowsOf('Visitor Distribution')).slice(1);
    expect(days).toHaveLength(30);
    expect(days.slice(0, -1).every((day) => /^[A-Z]\w\w \d+0$/.test(day))).toBe(true);
  });

  it('After visits from several states, the visits of each day are one bar, named when pointed at', async () => {
    const bars = chart('Visitor Distribution').locator('path.recharts-rectangle');
    await expect.poll(() => bars.count()).toBe(1);
    await bars.hover();
    await chart('Visitor Distribution')
      .getByText(/^[A-Z]\w\w \d+: 7$/)
      .waitFor();
  });

  it('After visits from several states, the way from a visit to a membership has the totals of 30 days', async () => {
    await visitors().getByText('Last 30 days, in UTC').waitFor();
    const steps = visitors().getByRole('list').getByRole('listitem');
    expect(await steps.allInnerTexts()).toEqual([
      expect.stringMatching(/^7\s+visits$/),
      expect.stringMatching(/^2\s+registrations\s+28.6% of visits$/),
      expect.stringMatching(/^0\s+active memberships\s+0% of registrations$/),
    ]);
  });

  it('After visits from several states, the details show time, place, address and referrer', async () => {
    await openTab('Visitor Details');
    const table = visitors().getByRole('table');
    expect(await table.getByRole('columnheader').allInnerTexts()).toEqual([
      'Date',
      'Location',
      'IP Address',
      'Referrer',
    ]);
    await expect.poll(() => table.getByRole('row').count()).toBe(8);
    const rows = await table.getByRole('row').allInnerTexts();
    expect(rows[1]?.split('\t')).toEqual([
      expect.stringMatching(/^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d$/),
      'Location unknown',
      nowhere,
      'Direct',
    ]);
    expect(rows[7]).toContain('Mountain View, California');
    expect(rows[7]).toContain('https://www.example.com/search');
  });
});

describe('The weeks of the visitors card', () => {
  it('The weeks of the visitors card are the current one, and the past ones named by their days', async () => {
    const names = await week().getByRole('option').allInnerTexts();
    expect(names).toHaveLength(12);
    expect(names[0]).toBe('Current Week');
    expect(names.slice(1).every((name) => /^[A-Z]\w\w \d+ – [A-Z]\w\w \d+, \d{4}$/.test(name))).toBe(true);
  });

  it('The weeks of the visitors card are requested only when they are past: both their statistics and their visits', async () => {
    const window = await app.open(app.root, '/admin');
    const asked: string[] = [];
    window.on('request', (request) => {
      const path = new URL(request.url()).pathname.replace('/api/admin/visitors/', '');
      if (path.includes('week/')) asked.push(path);
    });
    await window.reload();
    await expect.poll(() => figure('Last 24 hours', window).innerText()).toBe('7');
    expect(asked).toEqual([]);
    await week(window).selectOption('3');
    await expect.poll(() => asked.toSorted()).toEqual(['by-week/3', 'stats/week/3']);
    await week(window).selectOption('0');
    await expect.poll(() => figure('Last 24 hours', window).innerText()).toBe('7');
    // A read is sent again where the live connection is made after it.
    expect([...new Set(asked)].toSorted()).toEqual(['by-week/3', 'stats/week/3']);
    await window.context().close();
  });

  it('The weeks of the visitors card with thousands of visits render only the visible ones', async () => {
    const many = Array.from({ length: 10_000 }, (_, index): VisitorView => {
      const timestamp = new Date(Date.UTC(2026, 0, 1) - index * 1000).toISOString();
      const place = { state: 'MI', city: `City ${index}`, country: 'USA' };
      return { id: String(index), timestamp, ipAddress: null, userAgent: null, referrer: null, ...place };
    });
    await page.route('**/by-week/2', (route) => route.fulfill({ json: many }));
    await page.route('**/stats/week/2', (route) =>
      route.fulfill({ json: { visitorCount: 12_345, visitorsByState: [{ state: 'DC', count: 12_345 }] } }),
    );
    await openTab('Visitor Details');
    await week().selectOption('2');
    await expect.poll(() => figure('Visitors in this week').innerText()).toBe('12,345');
    await visitors().getByText('City 0, Michigan').waitFor();
    const table = visitors().getByRole('table');
    expect(await table.getByRole('row').count()).toBeLessThan(100);
    expect(await table.getAttribute('aria-rowcount')).toBe('10001');
    await visitors()
      .getByRole('region', { name: 'Visitors, scrollable' })
      .evaluate((scroller) => {
        scroller.scrollTop = scroller.scrollHeight;
      });
    await visitors().getByText('City 9999, Michigan').waitFor();
    await openTab('Visualization');
    await visitors().getByRole('rowheader', { name: 'District of Columbia' }).waitFor();
    await week().selectOption('0');
  });
});

describe('A load error of visitors, shown in a toast:', () => {
  it.each([
    ['available-weeks', 'Failed to fetch available weeks', '0'],
    ['stats', 'Failed to fetch visitor statistics', '0'],
    ['recent', 'Failed to fetch recent visitors', '0'],
    ['stats/week/1', 'Failed to fetch weekly visitor statistics', '1'],
    ['by-week/1', 'Failed to fetch weekly visitors', '1'],
  ])('A load error of visitors is shown in a toast: %s', async (path, title, offset) => {
    const window = await app.open(helper, '/');
    await failCalls(window, `/api/admin/visitors/${path}`, 503, 'Try again in a moment');
    const open = async () => {
      await window.getByRole('link', { name: 'Admin Dashboard' }).click();
      await visitors(window).waitFor();
      if (offset !== '0') await week(window).selectOption(offset);
    };
    await Promise.all([
      findToast(window, title).getByText('503: Try again in a moment', { exact: true }).waitFor(),
      open(),
    ]);
    await window.context().close();
  });

  it('A load error of visitors can be retried where the data is missing', async () => {
    const window = await app.open(helper, '/');
    const mend = await failCalls(window, '/api/admin/visitors/stats', 503, 'Try again in a moment');
    await window.getByRole('link', { name: 'Admin Dashboard' }).click();
    await visitors(window).getByRole('alert').getByText('503: Try again in a moment').waitFor();
    await mend();
    await visitors(window).getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => figure('Last 7 days', window).innerText()).toBe('7');
    await window.context().close();
  });
});

it('The visitors card can be used by keyboard alone', async () => {
  const window = await app.open(helper, '/admin');
  const scroller = visitors(window).getByRole('region', { name: 'Visitors, scrollable' });
  await figure('Last 7 days', window).filter({ hasText: '7' }).waitFor();
  await focus(week(window));
  await window.keyboard.press('Tab');
  await window.keyboard.press('ArrowRight');
  await scroller.waitFor();
  for (let stop = 0; stop < 2; stop += 1) await window.keyboard.press('Tab');
  expect(await scroller.evaluate((region) => region === document.activeElement)).toBe(true);
  await window.context().close();
});

it.each(viewports)('The visitors card is accessible at $width px, $colorScheme', async ({ colorScheme, width }) => {
  const window = await app.open(app.root, '/admin', { colorScheme, viewport: { width, height: 800 } });
  const found = collectPageErrors(window);
  await visitors(window).locator('path.recharts-sector').first().waitFor();
  await expectAccessible(window, found);
  await visitors(window).getByRole('tab', { name: 'Visitor Details' }).click();
  await visitors(window).getByText('Location unknown').first().waitFor();
  await expectAccessible(window, found);
  await week(window).selectOption('1');
  await visitors(window).getByText('No visitors found for selected week').waitFor();
  await visitors(window).getByRole('tab', { name: 'Visualization' }).click();
  await visitors(window).getByText('No state data available').waitFor();
  await expectAccessible(window, found);
  await window.context().close();
});
