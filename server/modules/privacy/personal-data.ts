import type { AccountDataExport } from '#domain/account-data.contract.ts';
import type { StreamKind } from '#domain/event-catalog/streams.ts';
import type { UserDoc } from '#projections/users.ts';
import type { AlertChannels } from '#server/modules/alerts/index.ts';
import type { Sellers } from '#server/modules/intake/index.ts';
import type { Pictures } from '#server/modules/pictures/index.ts';
import type { EmailRegistry, PasswordRequests, Vault } from '#server/modules/users/index.ts';
import type { SubjectKeys } from '#server/platform/encryption/subject-keys.ts';
import type { Sessions } from '#server/platform/http/session/sessions.ts';
import type { Platform, ViewDeps } from '#server/platform/modules/platform.ts';
import type { HistoryExportDeps } from './data-export-history.ts';

/** Where it is stored: a space of the documents, a view, a kind of streams of the log, or a folder of DATA_DIR. */
type Place = { space: string } | { view: string } | { stream: StreamKind } | { folder: string };

/** What a store adds to the file 'download my data'. */
export type ExportPart = Omit<Partial<AccountDataExport>, 'membership'> & {
  membership?: Partial<AccountDataExport['membership']>;
};

/** A deleted user, with every address that they ever had. */
type ErasedAccount = { userId: string; addresses: string[] };

/** A store of personal data. A text in the place of a function says why there is none. */
export type PersonalDataStore = Place & {
  subject: 'user' | 'visit day';
  export: ((user: UserDoc) => Promise<ExportPart>) | string;
  erase: ((account: ErasedAccount) => Promise<unknown>) | string;
};

/** The services that hold personal data. */
export type PersonalDataDeps = ViewDeps &
  Pick<Platform, 'config'> & {
    sessions: Pick<Sessions, 'endAllOf'>;
    vault: Vault;
    emails: EmailRegistry;
    passwordRequests: PasswordRequests;
    channels: Pick<AlertChannels, 'exportTargets'>;
    sellers: Pick<Sellers, 'listByAddress' | 'forgetAddresses'>;
    pictures: Pick<Pictures, 'removeOf'>;
    subjectKeys: Pick<SubjectKeys, 'destroy'>;
  } & HistoryExportDeps;
