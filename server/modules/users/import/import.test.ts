import { describe, expect, it, vi } from 'vitest';
import { userStream } from '#domain/event-catalog/streams.ts';
import type { AdminUserView } from '#domain/user/contract.ts';
import type { ImportPreview } from '#domain/user/import.contract.ts';
import { setUpAdmin, setUpServer } from '#server/testing/set-up-server.ts';
import {
  createUsersCsv,
  type ImportFile,
  importHeader,
  parseImportResult,
  createSheet,
  uploadFile,
  createUsersWorkbook,
} from './testing/files.ts';

const product = setUpServer();
const full = setUpAdmin(product);

const send = (file: ImportFile, options: Parameters<typeof uploadFile>[3] = {}) =>
  uploadFile(product.url, full, file, options);
const imported = async (file: ImportFile, options: Parameters<typeof uploadFile>[3] = {}): Promise<ImportPreview> =>
  parseImportResult(await send(file, options));
const refused = async (file: ImportFile) => {
  const { status, text } = await send(file);
  return [status, text];
};
const userAt = async (email: string) => {
  const rows = JSON.parse((await full.get(`/api/admin/users?q=${encodeURIComponent(email)}`)).text) as AdminUserView[];
  return rows.find((row) => row.email === email);
};
const emails = async () => (JSON.parse((await full.get('/api/admin/users')).text) as unknown[]).length;
const signsIn = async (email: string, password: string) =>
  (await product.newClient().post('/api/login', { email, password })).status === 200;

const everything = {
  maxPrice: 54_000,
  mileageRadius: 75,
  zipCode: '02108',
  memberSince: '2025-01-31T00:00:00.000Z',
  membershipStatus: 'active',
  includeMobileHomes: true,
  includeRawLand: false,
  includeTinyHomes: true,
  notificationPreference: 'daily',
};

describe('an import', () => {
  it('An import registers new users with every field of their row', async () => {
    const cells = [
      'all@x.com',
      54_000,
      75,
      2108,
      new Date('2025-01-31T00:00:00Z'),
      'Active',
      'Yes',
      'No',
      true,
      'Daily',
    ];
    expect(await imported(createUsersWorkbook([createSheet([importHeader, cells])]))).toEqual({
      importedCount: 1,
      skipped: [],
    });
    expect(await userAt('all@x.com')).toMatchObject({ ...everything, isAdmin: false, isHelperAdmin: false });
  });

  it('An import leaves fields unset that a new row does not give', async () => {
    await imported(createUsersCsv([importHeader.join(','), `bare@x.com${',Not set'.repeat(5)},,,,`]));
    expect(await userAt('bare@x.com')).toMatchObject({
      maxPrice: null,
      mileageRadius: null,
      zipCode: null,
      memberSince: null,
      membershipStatus: 'unconfirmed',
      includeMobileHomes: false,
      notificationPreference: 'immediate',
    });
  });

  it('An import updates known users, but never their password or role, nor a field that is blank in a row', async () => {
    const known = product.newClient();
    const { id } = await known.register('Known@x.com', 'house hunter');
    await known.patch('/api/profile', { maxPrice: 9000, zipCode: '48204' });
    await full.patch(`/api/admin/users/${id}/role`, { role: 'helper' });
    const lines = [
      'EMAIL,max  price,Password,zip code,Membership Status,Admin',
      'known@x.com,"$10,000",x,not set,active,Yes',
    ];
    expect(await imported(createUsersCsv(lines))).toMatchObject({ importedCount: 1, skipped: [] });
    expect(await userAt('Known@x.com')).toMatchObject({
      id,
      maxPrice: 10_000,
      zipCode: '48204',
      membershipStatus: 'active',
      isHelperAdmin: true,
      isAdmin: false,
    });
    expect(await signsIn('known@x.com', 'house hunter')).toBe(true);
    await imported(createUsersCsv(['Email,Membership Status', 'known@x.com,Unconfirmed']));
    expect((await userAt('Known@x.com'))?.membershipStatus).toBe('unconfirmed');
  });

  it('An import of an unchanged export changes nothing, and its rows count as unchanged', async () => {
    const client = product.newClient();
    const { id } = await client.register('+exported@x.com');
    await client.patch('/api/profile', { maxPrice: 9000, includeRawLand: true });
    await full.patch(`/api/admin/users/${id}/member-since`, { memberSince: '2025-01-31T13:14:15Z' });
    const before = await userAt('+exported@x.com');
    const { events } = await product.context.events.read(userStream(id));
    const line = "'+exported@x.com,9000,Not set,Not set,2025-01-31,unconfirmed,No,Yes,No,immediate";
    const file = createUsersCsv([importHeader.join(','), line]);
    const preview = { importedCount: 0, new: 0, updated: 0, unchanged: 1, mails: 0, skipped: [] };
    expect(await imported(file, { query: '?dryRun=1' })).toEqual(preview);
    expect(await imported(file)).toEqual({ importedCount: 0, skipped: [] });
    expect(await userAt('+exported@x.com')).toEqual(before);
    expect((await product.context.events.read(userStream(id))).events).toEqual(events);
  });

  it('An import sets the password of the file, or has the user set one', async () => {
    await imported(createUsersCsv(['Email,Password', 'with@x.com,barn and mill', 'without@x.com,']));
    expect(await signsIn('with@x.com', 'barn and mill')).toBe(true);
    const types = async (email: string) => {
      const { events } = await product.context.events.read(userStream((await userAt(email))?.id ?? ''));
      return events.map(({ type }) => type);
    };
    expect(await types('with@x.com')).toEqual(['UserRegistered']);
    expect(await types('without@x.com')).toEqual(['UserRegistered', 'TemporaryPasswordIssued']);
  });

  it('An import previews how many emails it will send: one for each new user without a password', async () => {
    const file = createUsersCsv(['Email,Password', 'told@x.com,', 'mute@x.com,barn and mill', 'root@example.com,']);
    expect(await imported(file, { query: '?dryRun=1' })).toMatchObject({ new: 2, unchanged: 1, mails: 1 });
  });

  it('An import writes the valid rows and reports the invalid ones by their row number in the sheet and their email', async () => {
    const rows: [string, string | null][] = [
      ['good-1@x.com,1000,25,48204,1/31/2025,Active,Yes,No,TRUE,daily', null],
      ['not an address,,,,,,,,,', 'Invalid email address'],
      [',1000,,,,,,,,', 'Email is required'],
      ['', null],
      ['GOOD-1@x.com,,,,,,,,,', 'The same email is in row 2 already'],
      ['a@x.com,150001,,,,,,,,', 'Max price must be at most $150,000'],
      ['b@x.com,cheap,,,,,,,,', 'Max price must be a whole number of dollars'],
      ['c@x.com,,30,,,,,,,', 'Choose a mileage radius from the list: 25 to 250 miles in steps of 25'],
      ['d@x.com,,,4820,,,,,,', 'Incorrect ZIP code format, must be 5 numbers'],
      ['e@x.com,,,,31.1.2025,,,,,', 'Member since must be a date such as 2026-01-31 or 1/31/2026'],
      ['f@x.com,,,,2999-01-01,,,,,', 'Member since cannot be in the future'],
      ['g@x.com,,,,,maybe,,,,', "Membership status must be 'Active' or 'Unconfirmed'"],
      ['h@x.com,,,,,,perhaps,,,', 'Mobile Homes must be Yes or No'],
      ['i@x.com,,,,,,,,,weekly', "Notification preference must be 'immediate' or 'daily'"],
      ['j@x.com,1000.5,,,,,,,,', 'Max price must be a whole number of dollars'],
      ['good-2@x.com,0,250 miles,48204-1,,,,,,', 'Incorrect ZIP code format, must be 5 numbers'],
      ['good-3@x.com,0,250 miles,48204,2025-01-31T10:00:00-05:00,,0,1,false,', null],
    ];
    const skipped = rows.flatMap(([line, reason], n) =>
      reason === null ? [] : [{ row: n + 2, email: line.split(',')[0], reason }],
    );
    const file = createUsersCsv([importHeader.join(','), ...rows.map(([line]) => line)]);
    const before = await emails();
    const counts = { importedCount: 2, new: 2, updated: 0, unchanged: 0, mails: 2 };
    expect(await imported(file, { query: '?dryRun=1' })).toEqual({ ...counts, skipped });
    expect(await emails()).toBe(before);
    expect(await imported(file)).toEqual({ importedCount: 2, skipped });
    expect(await emails()).toBe(before + 2);
    expect(await imported(file, { query: '?dryRun=1' })).toMatchObject({ importedCount: 0, unchanged: 2 });
    expect(await userAt('good-3@x.com')).toMatchObject({
      memberSince: '2025-01-31T15:00:00.000Z',
      mileageRadius: 250,
      includeMobileHomes: false,
      includeRawLand: true,
    });
  });

  it('An import applies the password rules of a registration to a new user', async () => {
    const file = createUsersCsv(['Email,Password', `short@x.com,12345`, `long@x.com,${'x'.repeat(129)}`]);
    expect((await imported(file)).skipped).toEqual([
      { row: 2, email: 'short@x.com', reason: 'Password must be at least 6 characters' },
      { row: 3, email: 'long@x.com', reason: 'Password must be at most 128 characters' },
    ]);
  });

  it('An import adds one line to the log in addition to those of its users', async () => {
    await imported(createUsersCsv(['Email', 'logged@x.com', 'nobody']));
    const log = JSON.parse((await full.get('/api/admin/workflow-logs?limit=2')).text) as { details: string }[];
    expect(log[0]?.details).toBe('1 user imported by root@example.com: 1 new, 0 updated, 1 skipped');
    expect(log[1]?.details).toContain('logged@x.com');
  });

  it('An import sent again under its key answers as before and writes nothing', async () => {
    const options = { headers: { 'idempotency-key': 'spring import' } };
    const file = createUsersCsv(['Email,Max Price,Password', 'once@x.com,1000,barn and mill', 'twice@x.com,2000,']);
    const first = await imported(file, options);
    const head = await product.context.events.head();
    expect(await imported(file, options)).toEqual(first);
    expect(await product.context.events.head()).toBe(head);
  });

  it('An import of another file or in earnest under a key that was used is refused and writes nothing', async () => {
    const headers = { 'idempotency-key': 'autumn import' };
    const file = createUsersCsv(['Email', 'autumn@x.com']);
    await imported(file, { headers, query: '?dryRun=1' });
    const head = await product.context.events.head();
    const other = createUsersCsv(['Email', 'winter@x.com']);
    expect((await send(file, { headers })).status).toBe(422);
    expect((await send(other, { headers, query: '?dryRun=1' })).status).toBe(422);
    expect(await product.context.events.head()).toBe(head);
  });

  it('An import is refused as a whole where the file lacks a column Email or has too many rows', async () => {
    const before = await emails();
    expect(await refused(createUsersCsv(['Name,Max Price', 'ann,1000']))).toEqual([
      400,
      'The file has no column Email',
    ]);
    expect(await refused(createUsersCsv(['']))).toEqual([400, 'The file has no column Email']);
    const many = Array.from({ length: 5001 }, (_, n) => `many-${n}@x.com`);
    expect(await refused(createUsersCsv(['Email', ...many]))).toEqual([
      400,
      'The file has more than 5,000 rows: import it in parts',
    ]);
    expect(await emails()).toBe(before);
    const most = await imported(createUsersCsv(['Email', ...many.slice(1)]), { query: '?dryRun=1' });
    expect(most.importedCount).toBe(5000);
  });

  it('An import accepts only true or 1 for a dry run, so that a typo does not write', async () => {
    const { status, text } = await send(createUsersCsv(['Email', 'mistake@x.com']), { query: '?dryRun=yes' });
    expect([status, text]).toEqual([400, 'dryRun must be true or 1, or not given']);
    expect(await userAt('mistake@x.com')).toBeUndefined();
  });

  it('An import reports its progress to its own admin and to no other user', async () => {
    const other = product.newClient();
    const { id } = await other.register('other@x.com');
    await full.patch(`/api/admin/users/${id}/role`, { role: 'full' });
    const path = '/api/admin/users/import/progress';
    const rows = Array.from({ length: 60 }, (_, n) => `slow-${n}@x.com,password ${n}`);
    const importing = imported(createUsersCsv(['Email,Password', ...rows]));
    const seen = await vi.waitFor(async () => {
      const progress = JSON.parse((await full.get(path)).text) as { done: number; total: number } | null;
      if (!progress) throw new Error('not begun');
      return progress;
    }, 60_000);
    expect((await other.get(path)).text).toBe('null');
    expect(seen.total).toBe(60);
    expect(seen.done).toBeLessThan(60);
    expect(await importing).toMatchObject({ importedCount: 60 });
  });

  it('An import reports no import where none is running', async () => {
    expect((await full.get('/api/admin/users/import/progress')).text).toBe('null');
  });
});
