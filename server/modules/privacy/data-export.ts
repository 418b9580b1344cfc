import { accountDataExport, type AccountDataExport } from '#domain/account-data.contract.ts';
import type { UserDoc } from '#projections/users.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { ExportPart, PersonalDataStore } from './personal-data.ts';

/** All data stored about a user, except what would open the account: passwords, hashes, sessions and keys. */
export async function buildDataExport(
  stores: readonly PersonalDataStore[],
  clock: Clock,
  user: UserDoc,
): Promise<AccountDataExport> {
  const exporters = stores.map((store) => store.export).filter((one) => typeof one !== 'string');
  const exportParts = await Promise.all(exporters.map((exportOwn) => exportOwn(user)));
  const all = exportParts.reduce<ExportPart>(mergeParts, { madeAt: clock().toISOString() });
  // The schema leaves out all fields that it does not name.
  return accountDataExport.parse(all);
}

function mergeParts(all: ExportPart, part: ExportPart): ExportPart {
  return { ...all, ...part, membership: { ...all.membership, ...part.membership } };
}
