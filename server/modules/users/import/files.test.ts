import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
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

const wouldTake = async (file: ImportFile) => {
  const { importedCount, unchanged, skipped } = parseImportResult(
    await uploadFile(product.url, full, file, { query: '?dryRun=1' }),
  );
  return [importedCount + unchanged, skipped];
};
const refused = async (file: ImportFile) => {
  const { status, text } = await uploadFile(product.url, full, file);
  return [status, text];
};
const onlyThese = [400, 'Only .xlsx, .xls and .csv files can be imported'];
const unreadable = [400, 'The file could not be read. Save it as a new spreadsheet again and retry'];
const tooMuch = [400, 'The file takes too long or too much memory to read: import it in parts'];
const simple = createSheet([['Email'], ['ann@x.com']]);

describe('the accepted files', () => {
  it('The accepted files are .xlsx, .xls and .csv, whatever the case of their names', async () => {
    expect(await wouldTake(createUsersWorkbook([simple]))).toEqual([1, []]);
    expect(await wouldTake(createUsersWorkbook([simple], 'biff8'))).toEqual([1, []]);
    expect(await wouldTake(createUsersCsv(['Email', 'ann@x.com'], 'USERS.CSV'))).toEqual([1, []]);
  });

  it('The accepted files have content that matches their name', async () => {
    const { content } = createUsersWorkbook([simple]);
    for (const name of ['users.txt', 'users', 'users.xlsx.exe', 'users.xls', 'users.csv']) {
      expect(await refused({ name, content })).toEqual(onlyThese);
    }
    expect(await refused({ name: 'users.xlsx', content: Buffer.from('Email\nann@x.com') })).toEqual(onlyThese);
    expect(await refused({ name: 'users.csv', content: Buffer.from('%PDF-1.7 not a table') })).toEqual(onlyThese);
    expect(await refused({ name: 'users.xls', content: Buffer.alloc(0) })).toEqual(onlyThese);
  });

  it('The accepted files are complete', async () => {
    const { name, content } = createUsersWorkbook([simple]);
    expect(await refused({ name, content: content.subarray(0, content.length / 2) })).toEqual(unreadable);
    expect(await refused({ name, content: Buffer.from('PK\u0003\u0004 and nothing else') })).toEqual(unreadable);
  });

  it('The accepted files are at most 2 MB', async () => {
    for (const size of [2_000_001, 50_000_000]) {
      const file = { name: 'users.csv', content: Buffer.alloc(size, 'x') };
      expect(await refused(file)).toEqual([413, 'The file is larger than 2 MB']);
    }
  });

  it('The accepted files are in the form field named file', async () => {
    const post = async (body: FormData | string, type?: string) => {
      const headers = { cookie: full.cookie(), ...(type !== undefined && { 'content-type': type }) };
      const response = await fetch(`${product.url}/api/admin/users/import`, { method: 'POST', headers, body });
      return [response.status, await response.text()];
    };
    const other = new FormData();
    other.set('sheet', new Blob(['Email']), 'users.csv');
    expect(await post(other)).toEqual([400, "Choose one file, in the field 'file'"]);
    expect(await post(new FormData())).toEqual([400, 'Choose a file']);
    expect((await post('Email', 'text/csv'))[0]).toBe(415);
    expect(await post('--x', 'multipart/form-data')).toEqual([
      400,
      "The form could not be read: it must have the file in its field 'file'",
    ]);
    expect((await post('--x\r\n', 'multipart/form-data; boundary=x'))[0]).toBe(400);
  });
});

describe('a workbook', () => {
  it('A workbook with ten sheets is read from its first sheet with data', async () => {
    const empty = Array.from({ length: 4 }, () => createSheet([]));
    const others = Array.from({ length: 5 }, (_, n) => createSheet([['Name'], [`other ${n}`]]));
    expect(await wouldTake(createUsersWorkbook([...empty, simple, ...others]))).toEqual([1, []]);
  });

  it('A workbook may have a title above its header and merged cells', async () => {
    const sheet = createSheet([
      ['Members of the spring'],
      [],
      ['Email', 'ZIP Code', 'Max Price'],
      ['ann@x.com', '48204', 1000],
      ['bob@x.com', null, 150_001],
      ['cleo@x.com', null, 2000],
    ]);
    sheet['!merges'] = [
      { s: { r: 0, c: 0 }, e: { r: 0, c: 2 } },
      { s: { r: 3, c: 1 }, e: { r: 5, c: 1 } },
    ];
    const file = createUsersWorkbook([sheet]);
    expect(await wouldTake(file)).toEqual([
      2,
      [{ row: 5, email: 'bob@x.com', reason: 'Max price must be at most $150,000' }],
    ]);
    await uploadFile(product.url, full, file);
    const users = JSON.parse((await full.get('/api/admin/users?q=cleo')).text) as unknown[];
    expect(users).toMatchObject([{ email: 'cleo@x.com', zipCode: '48204' }]);
  });

  it('A workbook may have typed dates, dates as text, and numbers as text', async () => {
    const rows = [
      ['date@x.com', '54,000', '75 mi', '48204', new Date('2024-02-29T00:00:00Z')],
      ['text@x.com', '$54,000.00', '75', '48204', '2024-02-29'],
      ['american@x.com', 54_000, 75, 48_204, '2/29/2024'],
    ];
    for (const kind of ['xlsx', 'biff8'] as const) {
      await uploadFile(product.url, full, createUsersWorkbook([createSheet([importHeader, ...rows])], kind));
      for (const name of ['date', 'text', 'american']) {
        const found = JSON.parse((await full.get(`/api/admin/users?q=${name}@`)).text) as unknown[];
        expect(found).toMatchObject([
          { maxPrice: 54_000, mileageRadius: 75, zipCode: '48204', memberSince: '2024-02-29T00:00:00.000Z' },
        ]);
      }
    }
  });

  it('A workbook that unpacks to far more than its own size is rejected', async () => {
    expect(await refused(bomb(900_000_000))).toEqual(unreadable);
    expect((await full.get('/api/user')).status).toBe(200);
  });

  it('A workbook that claims a small size but is larger is rejected as well', async () => {
    expect(await refused(bomb(900_000_000, 1000))).toEqual(unreadable);
  });

  it('A workbook with more cells than memory allows is rejected', async () => {
    const cell = '<c><v>1</v></c>';
    const sheet = `<worksheet><sheetData>${`<row>${cell.repeat(90)}</row>`.repeat(19_000)}</sheetData></worksheet>`;
    const file = { name: 'users.xlsx', content: zipOf(parts(Buffer.from(sheet))) };
    expect([tooMuch, unreadable, [400, 'The file has no column Email']]).toContainEqual(await refused(file));
    expect((await full.get('/api/user')).status).toBe(200);
  });
});

describe('a CSV', () => {
  const lines = ['Email,Max Price,Größe', 'ann@x.com,1000,groß', 'zoe@x.com,2000,klein'];
  const text = lines.join('\r\n');

  it.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${text}`)],
    ['UTF-16 little-endian with a mark', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16 big-endian with a mark', Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
    ['UTF-16 without a mark', Buffer.from(text, 'utf16le')],
    ['Latin-1', Buffer.from(text, 'latin1')],
    ['line ends of old Macs', Buffer.from(lines.join('\r'))],
    ['tabs', Buffer.from(text.replaceAll(',', '\t'))],
    ['semicolons', Buffer.from(text.replaceAll(',', ';'))],
    ['a named separator', Buffer.from(`sep=|\r\n${text.replaceAll(',', '|')}`)],
    ['quotes', Buffer.from('"Email","Max Price"\n"ann@x.com","1,000"\n"zoe@x.com","2,000"\n')],
  ])('A CSV is read in %s', async (_name, content) => {
    expect(await wouldTake({ name: 'users.csv', content })).toEqual([2, []]);
  });

  it('A CSV with an unclosed quote is refused', async () => {
    expect(await refused(createUsersCsv(['Email', `"ann@x.com${'x'.repeat(200_000)}`]))).toEqual(unreadable);
  });
});

type Part = { name: string; content: Buffer; said?: number };

function bomb(size: number, said = size): ImportFile {
  // A deflated run of zeros, repeated: the unpacked content is never in memory here.
  const content = deflateRawSync(Buffer.alloc(size / 4));
  return { name: 'users.xlsx', content: zipOf([{ name: 'xl/worksheets/sheet1.xml', content, said }], true) };
}

function parts(sheet: Buffer): Part[] {
  const xml = (text: string) => Buffer.from(`<?xml version="1.0"?>${text}`);
  const office = 'http://schemas.openxmlformats.org';
  return [
    {
      name: '[Content_Types].xml',
      content: xml(
        `<Types xmlns="${office}/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
      ),
    },
    {
      name: 'xl/workbook.xml',
      content: xml(
        `<workbook xmlns="${office}/spreadsheetml/2006/main" xmlns:r="${office}/officeDocument/2006/relationships"><sheets><sheet name="One" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      ),
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: xml(
        `<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="rId1" Type="${office}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
      ),
    },
    { name: 'xl/worksheets/sheet1.xml', content: sheet },
  ];
}

/** A zip of these parts; `isDeflated` where their content is already deflated. */
function zipOf(all: Part[], isDeflated = false): Buffer {
  const locals: Buffer[] = [];
  const entries: Buffer[] = [];
  let offset = 0;
  for (const { name, content, said } of all) {
    const data = isDeflated ? content : deflateRawSync(content);
    const local = Buffer.alloc(30);
    local.write('PK\u0003\u0004', 'latin1');
    local.writeUInt16LE(8, 8);
    local.writeUInt32LE(data.length, 18);
    local.writeUInt32LE(said ?? content.length, 22);
    local.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.write('PK\u0001\u0002', 'latin1');
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(data.length, 20);
    entry.writeUInt32LE(said ?? content.length, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(offset, 42);
    locals.push(local, Buffer.from(name), data);
    entries.push(entry, Buffer.from(name));
    offset += 30 + name.length + data.length;
  }
  const list = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(all.length, 8);
  end.writeUInt16LE(all.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, list, end]);
}
