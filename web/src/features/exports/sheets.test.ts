import { expect, it } from 'vitest';
import type { AdminUserView } from '#domain/user/contract.ts';
import { exampleUser } from '#web/lib/testing/example-user.ts';
import { createExportFileName } from './export-file.ts';
import { createUsersSheet, createVisitorsSheet } from './sheets.ts';

const somebody: AdminUserView = {
  ...exampleUser,
  email: 'a@x.com',
  includeRawLand: true,
  notificationPreference: 'daily',
};

it('An exported user has the values that are set, and empty cells otherwise', () => {
  expect(createUsersSheet([somebody]).rows).toEqual([
    ['a@x.com', 'Not set', 'Not set', 'Not set', 'Not set', 'unconfirmed', 'No', 'Yes', 'No', 'daily'],
  ]);
});

it('An exported user keeps the leading zeros of a ZIP, and the day of any time', () => {
  const [row] = createUsersSheet([
    { ...somebody, zipCode: '01234', memberSince: '2026-01-31T00:00:00.000Z', maxPrice: 0 },
  ]).rows;
  expect(row?.slice(1, 5)).toEqual([0, 'Not set', '01234', '2026-01-31']);
  const [timed] = createUsersSheet([{ ...somebody, memberSince: '2026-01-31T10:00:00.000Z' }]).rows;
  expect(timed?.[4]).toBe('2026-01-31');
});

it('An export of visitors has its columns in order', () => {
  expect(createVisitorsSheet([]).header).toEqual([
    'Date',
    'IP Address',
    'State',
    'City',
    'Country',
    'Referrer',
    'User Agent',
  ]);
});

it('The name of an export file contains its day', () => {
  expect(createExportFileName('workflow_logs', 'xlsx', new Date(2026, 0, 5))).toBe('workflow_logs_2026-01-05.xlsx');
});
