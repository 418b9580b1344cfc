import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Position } from '#domain/shared/decider.ts';
import { Fenced, StoreUnavailable, type ViewDeclaration } from '../port.ts';
import { openFilledViews } from '../testing/filled-views.ts';
import { createTestFolder } from '#server/lib/testing/temporary-folder.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = createTestFolder();
  file = join(folder, 'store.sqlite');
});

const users: ViewDeclaration = { view: 'users', version: 3, indexes: [['email']] };

const filled = () => openFilledViews(file, users);

describe('views in a file, filled by large batches before readers see them', () => {
  const batch = (email: string, checkpoint: number, generation = '3#2') => {
    const changes = Array.from({ length: 6_000 }, (_, n) => ({
      id: `u${n}`,
      doc: { id: `u${n}`, email },
      position: 1 as Position,
    }));
    return [{ view: 'users', generation, changes, checkpoint: checkpoint as Position }];
  };

  it('Views in a file that are filled by large batches apply each batch once and completely, and can then be promoted', async () => {
    const views = await filled();
    await views.prepare(users, '3#2');
    await views.apply(batch('first@x.com', 7));
    await views.apply(batch('again@x.com', 7));
    expect(await views.get('users', 'u7')).toEqual({ id: 'u7', email: '7@x.com' });
    expect(await views.prepare(users, '3#2')).toBe(7);
    await views.promote(users, '3#2');
    expect(await views.count('users', { email: 'first@x.com' })).toBe(6_000);
    await views.close();
  });

  it('Views in a file that are filled by large batches answer lease requests without delay', async () => {
    const views = await filled();
    await views.prepare(users, '3#2');
    const lease = await views.leases.acquire('projector', 'ann', 60_000);
    const fence = lease ?? { name: 'projector', token: 0 };
    const writing = Promise.all([views.apply(batch('a@x.com', 7), fence), views.apply(batch('b@x.com', 8), fence)]);
    const [isRenewed, other] = await Promise.all([
      views.leases.renew(fence, 60_000),
      views.leases.acquire('scout', 'ann', 60_000),
    ]);
    expect([isRenewed, other]).toEqual([true, { name: 'scout', token: 1 }]);
    const promoting = writing.then(() => views.promote(users, '3#2', fence));
    await Promise.all([
      promoting,
      views.leases.renew(fence, 60_000),
      views.leases.release({ name: 'scout', token: 1 }),
    ]);
    expect(await views.leases.acquire('scout', 'bob', 60_000)).toEqual({ name: 'scout', token: 2 });
    expect(await views.count('users', { email: 'a@x.com' })).toBe(6_000);
    await views.close();
  });

  it('Views in a file that are filled by large batches apply nothing of a writer whose lease is over', async () => {
    const views = await filled();
    await views.prepare(users, '3#2');
    const lease = await views.leases.acquire('projector', 'ann', 60_000);
    const fence = lease ?? { name: 'projector', token: 0 };
    await views.apply(batch('first@x.com', 7), fence);
    await views.leases.release(fence);
    await views.leases.acquire('projector', 'bob', 60_000);
    await expect(views.apply(batch('late@x.com', 8), fence)).rejects.toBeInstanceOf(Fenced);
    await expect(views.promote(users, '3#2', fence)).rejects.toBeInstanceOf(Fenced);
    expect(await views.prepare(users, '3#2')).toBe(7);
    await views.close();
  });

  it('Views in a file that are filled by large batches can be closed at any time', async () => {
    const views = await filled();
    await views.prepare(users, '3#2');
    await Promise.all([views.apply(batch('first@x.com', 7)), views.discard('users', '3#2')]);
    expect(await views.prepare(users, '3#2')).toBe(0);
    await Promise.all([views.apply(batch('more@x.com', 7)), views.close()]);
    await expect(views.apply(batch('late@x.com', 8))).rejects.toBeInstanceOf(StoreUnavailable);
  });

  it('Views in a file that are filled by large batches are unavailable while another holds the file, and work again afterwards', async () => {
    const views = await filled();
    await views.prepare(users, '3#2');
    const other = new DatabaseSync(file);
    other.exec('BEGIN IMMEDIATE');
    await expect(views.apply(batch('first@x.com', 7))).rejects.toBeInstanceOf(StoreUnavailable);
    other.close();
    await views.apply(batch('second@x.com', 7));
    await expect(views.apply(batch('third@x.com', 7, '9#9'))).rejects.toThrow('There is no users@9#9');
    await views.promote(users, '3#2');
    expect(await views.count('users', { email: 'second@x.com' })).toBe(6_000);
    await views.close();
  });
});
