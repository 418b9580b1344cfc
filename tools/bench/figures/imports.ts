import { person } from '../../../e2e/client.ts';
import { type Figure, figure, rounded } from '../figure.ts';
import type { Bench } from '../setup.ts';

const rows = 2000;
const rowsWithPassword = 200;
const admin = { email: 'root@example.com', password: 'correct horse' };
const header =
  'Email,Password,Max Price,Mileage Radius,ZIP Code,Member Since,Membership Status,Mobile Homes,Raw Land,Tiny Homes,Notification Preference';

function csv(count: number, name: string, password: string): string {
  const row = (n: number) => `${name}${n}@example.com,${password},54000,50,48204,2026-01-31,Active,Yes,No,No,immediate`;
  return [header, ...Array.from({ length: count }, (_, n) => row(n))].join('\n');
}

/** Rows a second, from the upload to the answer: new users, the same again, and new ones whose passwords are hashed. */
export async function imports(bench: Bench): Promise<Figure[]> {
  const place = await bench.newPlace();
  const keys = { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password };
  const product = await bench.startProduct(await bench.folder(), { ...keys, ...place.env });
  const root = await person(() => product.url, '/api/login', admin.email, admin.password);
  const rate = async (count: number, name: string, password = ''): Promise<number> => {
    const form = new FormData();
    form.set('file', new Blob([csv(count, name, password)]), 'users.csv');
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
  const fresh = await rate(rows, 'new');
  const known = await rate(rows, 'new');
  const hashed = await rate(rowsWithPassword, 'hashed', 'house hunter');
  return [
    figure({
      name: 'import of 2,000 new users',
      value: fresh,
      unit: 'rows/s',
      better: 'higher',
      limit: 2000,
      detail: { knownRowsPerSecond: rounded(known), rowsWithPasswordPerSecond: rounded(hashed) },
    }),
  ];
}
