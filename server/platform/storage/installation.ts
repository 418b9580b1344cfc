import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { installationStream, isInStream } from '#domain/event-catalog/streams.ts';
import { startPosition } from '#domain/shared/decider.ts';
import { type Installation, installation } from '#domain/installation/decider.ts';
import { capitalize } from '#domain/shared/capitalize.contract.ts';
import { dataFormat } from '#domain/installation/events.ts';
import { insertOrGet } from '#projections/store/insert-or-get.ts';
import type { Doc, Documents } from '#projections/store/port.ts';
import type { Clock } from '#server/lib/clock.ts';
import { StartupError } from '#server/lib/errors.ts';
import { createCommandHandler } from '#server/platform/commands/command-handler.ts';
import type { StorageConfig } from '#server/platform/config/storage-config.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import { readInstallationFile, writeInstallationFile } from './installation-file.ts';
import { documentSpaces } from '#projections/store/document-spaces.ts';

const space = documentSpaces.installation;
const documentId = 'installation';
type InstallationDoc = Doc & Installation;
type InstallationStores = {
  encryptedEvents: EventStore;
  documents: Pick<Documents, 'get' | 'getMany' | 'compareAndSet'>;
};

/** A store or folder and what it says; `fresh` is an empty one, for the advice in messages. */
type Place = { name: string; fresh: string };
type Finding = Place & { installation: Installation | null };

/**
 * The log, the documents and the data folder belong to one installation, in the format of this version; each may be
 * empty, but a log with events needs its documents. A data folder without a file is adopted, as a further process of
 * the installation has one of its own. True where none is empty. Throws StartupError.
 */
export async function assertOneInstallation(
  { encryptedEvents, documents }: { encryptedEvents: Pick<EventStore, 'readAll'>; documents: Pick<Documents, 'get'> },
  storageConfig: StorageConfig,
): Promise<boolean> {
  const log = await findInLog(encryptedEvents, storageConfig);
  const doc = await findInDocuments(documents, storageConfig);
  const folder = findInFolder(storageConfig);
  assertSameInstallation([log, doc, folder]);
  if (log.installation === null || doc.installation !== null)
    return [log, doc, folder].every(({ installation }) => installation !== null);
  throw new StartupError(
    `${capitalize(log.name)} belongs to installation ${log.installation.installationId}, and ${doc.name} to none: use a log of its own for another installation, or restore the documents from a backup`,
  );
}

/** For a reader of the log alone. Throws StartupError where the log is of another format or not of the data folder. */
export async function assertInstallationOfLog(
  encryptedEvents: Pick<EventStore, 'readAll'>,
  storageConfig: StorageConfig,
): Promise<void> {
  assertSameInstallation([await findInLog(encryptedEvents, storageConfig), findInFolder(storageConfig)]);
}

/** For a reader of the documents alone. Throws StartupError as for a log. */
export async function assertInstallationOfDocuments(
  documents: Pick<Documents, 'get'>,
  storageConfig: StorageConfig,
): Promise<void> {
  assertSameInstallation([await findInDocuments(documents, storageConfig), findInFolder(storageConfig)]);
}

/** Throws StartupError where the data folder is of another format. */
export function assertInstallationOfFolder(storageConfig: StorageConfig): void {
  assertSameInstallation([findInFolder(storageConfig)]);
}

/**
 * Writes what is missing of the installation: its document, its file, and at last the first event of an empty log. Of
 * two installations that begin on one log at the same moment, one is refused. Throws StartupError, StoreUnavailable.
 */
export async function createInstallation(
  { encryptedEvents, documents }: InstallationStores,
  storageConfig: StorageConfig,
  clock: Clock,
): Promise<void> {
  if (await assertOneInstallation({ encryptedEvents, documents }, storageConfig)) return;
  const inFolder = readInstallationFile(storageConfig.dataDir);
  const proposed = { id: documentId, installationId: inFolder?.installationId ?? randomUUID(), dataFormat };
  const { installationId } = await insertOrGet<InstallationDoc>(documents, space, proposed);
  if (inFolder === null) writeInstallationFile(storageConfig.dataDir, { installationId, dataFormat });
  const handle = createCommandHandler(encryptedEvents, clock);
  const command = { type: 'CreateInstallation' as const, data: { installationId, dataFormat } };
  await handle(installation, installationStream, command, {
    actor: 'system',
    commandId: `installation/${installationId}`,
  });
  await assertOneInstallation({ encryptedEvents, documents }, storageConfig);
}

/** Throws StartupError where one is of another format, or two belong to different installations. */
function assertSameInstallation(findings: Finding[]): void {
  const claims = findings.flatMap(({ installation, ...place }) =>
    installation === null ? [] : [{ ...place, ...installation }],
  );
  const unreadable = claims.find((claim) => claim.dataFormat !== dataFormat);
  if (unreadable) {
    throw new StartupError(
      `${capitalize(unreadable.name)} holds data of format ${unreadable.dataFormat}, and this version reads format ${dataFormat}: start with ${unreadable.fresh}, or use the version that wrote it`,
    );
  }
  const [first, ...others] = claims;
  const other = others.find((claim) => claim.installationId !== first?.installationId);
  if (first === undefined || other === undefined) return;
  throw new StartupError(
    `${capitalize(first.name)} belongs to installation ${first.installationId}, and ${other.name} to installation ${other.installationId}: use the stores and the DATA_DIR of one installation, or ${first.fresh}`,
  );
}

/** A log with another first event was written before data had a format. */
async function findInLog(encryptedEvents: Pick<EventStore, 'readAll'>, storageConfig: StorageConfig): Promise<Finding> {
  const { dataDir, eventStoreUrl } = storageConfig;
  const place: Place =
    eventStoreUrl === null
      ? { name: `the log in DATA_DIR ${resolve(dataDir)}`, fresh: 'an empty DATA_DIR' }
      : { name: 'the log in EVENTSTORE_URL', fresh: 'an empty EventStoreDB' };
  const [first] = await encryptedEvents.readAll(startPosition, 1);
  if (first === undefined) return { ...place, installation: null };
  if (first.damage !== undefined) throw new StartupError(first.damage.problem);
  const isNamed = isInStream(first, 'installation');
  return { ...place, installation: isNamed ? first.data : { installationId: '', dataFormat: 1 } };
}

async function findInDocuments(
  documents: Pick<Documents, 'get'>,
  { dataDir, mongoUrl }: StorageConfig,
): Promise<Finding> {
  const place: Place =
    mongoUrl === null
      ? { name: `the document store in DATA_DIR ${resolve(dataDir)}`, fresh: 'an empty DATA_DIR' }
      : { name: 'the document store in MONGODB_URL', fresh: 'an empty MongoDB database' };
  return { ...place, installation: await documents.get<InstallationDoc>(space, documentId) };
}

function findInFolder({ dataDir }: StorageConfig): Finding {
  const name = `DATA_DIR ${resolve(dataDir)}`;
  return { name, fresh: 'an empty DATA_DIR', installation: readInstallationFile(dataDir) };
}
