import { expect, it } from 'vitest';
import { userStream } from '#domain/event-catalog/streams.ts';
import type { AdminUserView } from '#domain/user/contract.ts';
import { newSearch } from '#domain/user/searches.contract.ts';
import type { ImportPreview } from '#domain/user/import.contract.ts';
import { setUpAdmin, setUpServer } from '#server/testing/set-up-server.ts';
import {
  createSheet,
  createUsersCsv,
  createUsersWorkbook,
  type ImportFile,
  parseImportResult,
  uploadFile,
} from './testing/files.ts';

const product = setUpServer();
const full = setUpAdmin(product);

const header = 'Email,Search,Max Price,Mileage Radius,ZIP Code,Raw Land,Notification Preference';
const imported = async (file: ImportFile, options: Parameters<typeof uploadFile>[3] = {}): Promise<ImportPreview> =>
  parseImportResult(await uploadFile(product.url, full, file, options));
const importLines = (...lines: string[]) => imported(createUsersCsv([header, ...lines]));
const previewLines = (...lines: string[]) => imported(createUsersCsv([header, ...lines]), { query: '?dryRun=1' });
const idOf = async (email: string) => {
  const rows = JSON.parse((await full.get(`/api/admin/users?q=${email}`)).text) as AdminUserView[];
  return rows[0]?.id ?? '';
};
const userOf = async (email: string) => (await product.context.findUser(await idOf(email))) ?? undefined;
const searchesOf = async (email: string) => (await userOf(email))?.searches.map((search) => newSearch.parse(search));

const defaults = {
  maxPrice: 54_000,
  mileageRadius: 50,
  zipCode: '48204',
  includeMobileHomes: false,
  includeRawLand: false,
  includeTinyHomes: false,
  notificationPreference: 'immediate',
  weeklySummary: false,
  paused: false,
};

it('Further rows of an email become further searches of a new user, in a CSV and in a workbook', async () => {
  const rows = [
    header.split(','),
    ['ann@x.com', 'Any name', 9000, 25, 48201, 'No', 'daily'],
    ['bea@x.com', null, 8000, null, null, null, null],
    ['ann@x.com', 'Land up north', 20_000, 75, 49_684, 'Yes', 'daily'],
    ['ANN@x.com', 'Cabins', null, null, 2108, null, null],
  ];
  const expected = [
    {
      ...defaults,
      name: 'Land up north',
      maxPrice: 20_000,
      mileageRadius: 75,
      zipCode: '49684',
      includeRawLand: true,
      notificationPreference: 'daily',
    },
    { ...defaults, name: 'Cabins', zipCode: '02108' },
  ];
  const book = createUsersWorkbook([createSheet(rows)]);
  const preview = { importedCount: 2, new: 2, updated: 0, unchanged: 0, mails: 2, skipped: [] };
  expect(await imported(book, { query: '?dryRun=1' })).toEqual(preview);
  expect(await imported(book)).toEqual({ importedCount: 2, skipped: [] });
  expect(await searchesOf('ann@x.com')).toEqual(expected);
  expect(await searchesOf('bea@x.com')).toEqual([]);
  expect(await userOf('ann@x.com')).toMatchObject({ maxPrice: 9000, zipCode: '48201', mileageRadius: 25 });

  const csv = createUsersCsv(
    rows.map((cells) =>
      cells.join(',').replace(',2108,', ',02108,').replaceAll('ann@x', 'cid@x').replaceAll('ANN@x', 'CID@x'),
    ),
  );
  expect(await imported(csv)).toEqual({ importedCount: 1, skipped: [] });
  expect(await searchesOf('cid@x.com')).toEqual(expected);
});

it('A further row of a name that the user has changes that search, and its blank cells keep a value', async () => {
  await importLines('dan@x.com,,,,,,', 'dan@x.com,Cabins,9000,75,48204,Yes,daily');
  await importLines('dan@x.com,,,,,,', 'dan@x.com,CABINS,10000,,,,', 'dan@x.com,Lots,,,48201,,');
  expect(await searchesOf('dan@x.com')).toEqual([
    {
      ...defaults,
      name: 'Cabins',
      maxPrice: 10_000,
      mileageRadius: 75,
      includeRawLand: true,
      notificationPreference: 'daily',
    },
    { ...defaults, name: 'Lots', zipCode: '48201' },
  ]);
});

it('An import that is repeated adds no search again, and counts the user as unchanged', async () => {
  const lines = ['eve@x.com,,,,,,', 'eve@x.com,Cabins,9000,75,48204,Yes,daily'];
  const headers = { 'idempotency-key': 'searches' };
  const file = createUsersCsv([header, ...lines]);
  await imported(file, { headers });
  const { events } = await product.context.events.read(userStream(await idOf('eve@x.com')));
  expect(events.filter(({ type }) => type === 'SearchAdded')).toHaveLength(1);
  await imported(file, { headers });
  expect(await previewLines(...lines)).toMatchObject({ importedCount: 0, unchanged: 1 });
  expect(await importLines(...lines)).toEqual({ importedCount: 0, skipped: [] });
  expect((await product.context.events.read(userStream(await idOf('eve@x.com')))).events).toEqual(events);
  expect(await previewLines(lines[0] ?? '', 'eve@x.com,Cabins,9001,,,,')).toMatchObject({ updated: 1, unchanged: 0 });
});

it('The other columns of a further row do not count', async () => {
  const columns = 'Email,Search,ZIP Code,Password,Member Since,Membership Status';
  await imported(
    createUsersCsv([
      columns,
      'fay@x.com,,48201,barn and mill,2025-01-31,Unconfirmed',
      'fay@x.com,Lots,48204,x,soon,Active',
    ]),
  );
  expect(await userOf('fay@x.com')).toMatchObject({
    membershipStatus: 'unconfirmed',
    memberSince: '2025-01-31T00:00:00.000Z',
    searches: [{ name: 'Lots', zipCode: '48204' }],
  });
});

it('A member who becomes active with an import is matched with the searches of its further rows', async () => {
  const columns = 'Email,Search,ZIP Code,Membership Status';
  await imported(createUsersCsv([columns, 'gus@x.com,,48201,Active', 'gus@x.com,Lots,90001,']));
  const { events } = await product.context.events.read(userStream(await idOf('gus@x.com')));
  expect(events.find(({ type }) => type === 'MembershipActivated')?.data).toMatchObject({
    searches: [{ name: 'Lots', zipCode: '90001' }],
  });
});

it('A further row that is wrong is skipped alone, with its reason', async () => {
  await importLines('hal@x.com,,,,,,', ...Array.from({ length: 8 }, (_, n) => `hal@x.com,Kept ${n},,,48204,,`));
  const rows: [string, string | null][] = [
    ['hal@x.com,,9000,,,,', null],
    ['hal@x.com,,,,,,', 'The same email is in row 2 already'],
    [`hal@x.com,${'n'.repeat(61)},,,48204,,`, 'The name of a search must be at most 60 characters'],
    ['hal@x.com,search 1,,,48204,,', 'The first row of an email is Search 1'],
    ['hal@x.com,No place,,,,,', 'Incorrect ZIP code format, must be 5 numbers'],
    ['hal@x.com,Dear,150001,,48204,,', 'Max price must be at most $150,000'],
    ['hal@x.com,Wide,,30,48204,,', 'Choose a mileage radius from the list: 25 to 250 miles in steps of 25'],
    ['hal@x.com,Ninth,,,48204,,', null],
    ['hal@x.com,NINTH,,,48201,,', 'The same search is in row 9 already'],
    ['hal@x.com,Tenth,,,48204,,', 'A member can have at most 10 searches'],
    ['hal@x.com,kept 3,7000,,,,', null],
    ['ida@x.com,,cheap,,,,', 'Max price must be a whole number of dollars'],
    ['ida@x.com,Lots,9000,,48204,,', 'The first row of this email, row 13, is skipped'],
    ['ida@x.com,,9000,,,,', null],
    ['ida@x.com,Lots,8000,,48204,,', null],
  ];
  const skipped = rows.flatMap(([line, reason], n) =>
    reason === null ? [] : [{ row: n + 2, email: line.split(',')[0], reason }],
  );
  const lines = rows.map(([line]) => line);
  const preview = { importedCount: 2, new: 1, updated: 1, unchanged: 0, mails: 1 };
  expect(await previewLines(...lines)).toEqual({ ...preview, skipped });
  expect(await importLines(...lines)).toEqual({ importedCount: 2, skipped });
  const names = (await searchesOf('hal@x.com'))?.map(({ name, maxPrice }) => [name, maxPrice]);
  expect(names).toHaveLength(9);
  expect(names).toEqual(
    expect.arrayContaining([
      ['Kept 3', 7000],
      ['Ninth', 54_000],
    ]),
  );
  expect(await userOf('ida@x.com')).toMatchObject({ maxPrice: 9000, searches: [{ name: 'Lots', maxPrice: 8000 }] });
});

it('A user who is refused while an import is written skips each of its rows', async () => {
  await importLines('jan@x.com,,,,,,');
  const userId = await idOf('jan@x.com');
  const { findUser, ...context } = product.context;
  const stale = await findUser(userId);
  const { buildImportPlan } = await import('./import-plan.ts');
  const { applyPlan } = await import('./apply-plan.ts');
  const rows = [
    { row: 2, cells: { email: 'jan@x.com', 'max price': 9000 } },
    { row: 3, cells: { email: 'jan@x.com', search: 'Lots', 'zip code': '48204' } },
  ];
  const { steps } = await buildImportPlan({ ...context, findUser: () => Promise.resolve(stale) }, rows);
  await importLines('jan@x.com,,,,,,', 'jan@x.com,lots,,,48201,,');
  const sender = { actor: 'system', commandId: crypto.randomUUID() };
  const reason = 'You have another search of this name. Choose another name.';
  const email = 'jan@x.com';
  expect(await applyPlan(product.context, steps, { sender, onDone: () => undefined })).toEqual({
    added: 0,
    updated: 0,
    unchanged: 0,
    skipped: [
      { row: 2, email, reason },
      { row: 3, email, reason },
    ],
  });
});
