import { createApiUser } from '../../../e2e/api-user.ts';
import { createVault } from '../../../server/modules/users/passwords/vault.ts';
import { measureRate } from '../interleave.ts';
import { type BenchResult, createResult, mean, roundDigits } from '../result.ts';
import type { Bench } from '../setup.ts';

const rows = 2000;
const rowsWithPassword = 400;
const password = 'house hunter';
const admin = { email: 'root@example.com', password: 'correct horse' };
const csvHeader =
  'Email,Password,Max Price,Mileage Radius,ZIP Code,Member Since,Membership Status,Mobile Homes,Raw Land,Tiny Homes,Notification Preference';

function createCsv(count: number, name: string, password = ''): string {
  const row = (n: number) => `${name}${n}@example.com,${password},54000,50,48204,2026-01-31,Active,Yes,No,No,immediate`;
  return [csvHeader, ...Array.from({ length: count }, (_, n) => row(n))].join('\n');
}

/**
 * Rows per second, from the upload to the response: new users, the same again, and new ones whose passwords are hashed,
 * these against hashing alone.
 */
export async function measureImports(bench: Bench): Promise<BenchResult[]> {
  const workspace = await bench.createWorkspace();
  const keys = { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password };
  const product = await bench.startProduct(await bench.folder(), { ...keys, ...workspace.env });
  const root = await createApiUser(() => product.url, '/api/login', admin.email, admin.password);
  const measureImport = async (count: number, csv: string, changed = count): Promise<number> => {
    const form = new FormData();
    form.set('file', new Blob([csv]), 'users.csv');
    const request = { method: 'POST', headers: { cookie: root.cookie() }, body: form };
    const begun = performance.now();
    const response = await fetch(`${product.url}/api/admin/users/import`, request);
    const { importedCount } = (await response.json()) as { importedCount: number };
    if (importedCount !== changed) throw new Error(`${importedCount} of ${changed} rows were imported`);
    return count / ((performance.now() - begun) / 1000);
  };
  const documents = workspace.openDocuments();
  const vault = createVault({ documents, key: 'bench', recoverable: false });
  // As many at once as the server hashes, and one that waits.
  const measureHashing = () => measureRate(() => vault.hash('user', password), { seconds: 4, concurrency: 3 });
  const newRate = await measureImport(rows, createCsv(rows, 'new'));
  const knownRate = await measureImport(rows, createCsv(rows, 'new'), 0);
  const before = await measureHashing();
  const withPassword = await measureImport(rowsWithPassword, createCsv(rowsWithPassword, 'hashed', password));
  const hashing = mean([before, await measureHashing()]);
  await documents.close();
  return [
    createResult({
      name: 'import of 2,000 new users',
      value: newRate,
      unit: 'rows/s',
      better: 'higher',
      limit: 2000,
      detail: { knownRowsPerSecond: roundDigits(knownRate) },
    }),
    createResult({
      name: 'import of users with passwords against argon2 alone',
      value: withPassword / hashing,
      unit: 'of the rate',
      better: 'higher',
      limit: 0.9,
      detail: { rowsPerSecond: roundDigits(withPassword), hashesPerSecond: roundDigits(hashing) },
    }),
  ];
}
