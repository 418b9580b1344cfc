import { createApiUser } from '../../../e2e/api-user.ts';
import { type BenchResult, createResult, roundDigits } from '../result.ts';
import type { Bench } from '../setup.ts';

const rows = 2000;
const rowsWithPassword = 200;
const admin = { email: 'root@example.com', password: 'correct horse' };
const csvHeader =
  'Email,Password,Max Price,Mileage Radius,ZIP Code,Member Since,Membership Status,Mobile Homes,Raw Land,Tiny Homes,Notification Preference';

function createCsv(count: number, name: string, password: string): string {
  const row = (n: number) => `${name}${n}@example.com,${password},54000,50,48204,2026-01-31,Active,Yes,No,No,immediate`;
  return [csvHeader, ...Array.from({ length: count }, (_, n) => row(n))].join('\n');
}

/**
 * Rows per second, from the upload to the response: new users, the same again, and new ones whose passwords are hashed.
 */
export async function measureImports(bench: Bench): Promise<BenchResult[]> {
  const workspace = await bench.createWorkspace();
  const keys = { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password };
  const product = await bench.startProduct(await bench.folder(), { ...keys, ...workspace.env });
  const root = await createApiUser(() => product.url, '/api/login', admin.email, admin.password);
  const rate = async (count: number, name: string, password = ''): Promise<number> => {
    const form = new FormData();
    form.set('file', new Blob([createCsv(count, name, password)]), 'users.csv');
    const begun = performance.now();
    const response = await fetch(`${product.url}/api/admin/users/import`, {
      method: 'POST',
      headers: { cookie: root.cookie() },
      body: form,
    });
    const { importedCount } = (await response.json()) as { importedCount: number };
    if (importedCount !== count) throw new Error(`${importedCount} of ${count} rows were imported`);
    return count / ((performance.now() - begun) / 1000);
  };
  const newRate = await rate(rows, 'new');
  const knownRate = await rate(rows, 'new');
  const hashedRate = await rate(rowsWithPassword, 'hashed', 'house hunter');
  return [
    createResult({
      name: 'import of 2,000 new users',
      value: newRate,
      unit: 'rows/s',
      better: 'higher',
      limit: 2000,
      detail: { knownRowsPerSecond: roundDigits(knownRate), rowsWithPasswordPerSecond: roundDigits(hashedRate) },
    }),
  ];
}
