import type { SourceKind, SourceView } from '#domain/source/contract.ts';
import { builtInSources } from '#domain/listing/built-in-sources.ts';
import { listAll } from '#projections/store/list-all.ts';
import type { DocumentDeps } from '#server/platform/modules/platform.ts';
import type { Connector } from './connector.ts';
import { documentSpaces } from '#projections/store/document-spaces.ts';
import { updateDocument } from '#projections/store/update-document.ts';

const space = documentSpaces.registeredSources;

/** A source by its description. `lastAt`: the time of its last pass, at least to the day, ISO 8601. */
export type RegisteredSource = Pick<SourceView, 'id' | 'kind' | 'flow' | 'basis' | 'address' | 'everySeconds'> & {
  /** Since when it is read from there at this interval, ISO 8601; null for a source that is not read. */
  declaredAt: string | null;
  lastAt: string | null;
};

const defaultBases: Record<SourceKind, string> = {
  feed: 'A feed that its publisher offers',
  webhook: 'Sent and signed by the source',
  email: 'Alerts that the platform itself mails to us',
  imap: 'Alerts that the platform itself mails to us',
  sell: 'Submitted by sellers',
  'admin-entry': 'Entered by an admin',
  simulator: 'Generated for the demo',
};

/** What a source that is read declares. */
export type DeclaredSource = Pick<Connector, 'id' | 'basis' | 'address' | 'everySeconds'>;

export type SourceRegistry = {
  /** By id. */
  list: () => Promise<RegisteredSource[]>;
  find: (id: string) => Promise<RegisteredSource | null>;
  /** Registers a source that sent something unasked; written with a short delay, and once a day. */
  register: (id: string, kind: SourceKind) => void;
  /** Declares that a source is read from now on. */
  declare: (kind: SourceKind, source: DeclaredSource) => Promise<void>;
  remove: (id: string) => Promise<void>;
  /**
   * Declares that of a kind, those that `list` resolves with and no others are read from now on. It is called again where
   * another process declares or removes a source at the same time.
   */
  replaceAll: (kind: SourceKind, list: () => Promise<DeclaredSource[]>) => Promise<void>;
};

export function createSourceRegistry({ documents, clock, log }: DocumentDeps): SourceRegistry {
  let registeredToday = new Set<string>();
  let day = '';
  const findStored = (id: string) => documents.get<RegisteredSource>(space, id);

  const storeSource = async (id: string, kind: SourceKind, lastAt: string) => {
    const source: RegisteredSource = { ...toPushedSource(id, kind), lastAt };
    const register = (storedSource: RegisteredSource | null) => (storedSource?.flow === 'pull' ? storedSource : source);
    await updateDocument(documents, { space, id }, register);
  };

  return {
    list: async () => {
      const storedSources = await listAll<RegisteredSource>(documents, space);
      const own = [toPushedSource(builtInSources.sell, 'sell'), toPushedSource(builtInSources.entry, 'admin-entry')];
      const missing = own.filter(({ id }) => !storedSources.some((source) => source.id === id));
      return [...storedSources, ...missing].toSorted((a, b) => (a.id < b.id ? -1 : 1));
    },
    find: async (id) => {
      const isOwn = id === builtInSources.sell || id === builtInSources.entry;
      return (await findStored(id)) ?? (isOwn ? toPushedSource(id, id) : null);
    },
    register: (id, kind) => {
      const at = clock().toISOString();
      if (at.slice(0, 10) !== day) {
        day = at.slice(0, 10);
        registeredToday = new Set();
      }
      if (registeredToday.has(id)) return;
      registeredToday.add(id);
      storeSource(id, kind, at).catch((error: unknown) => {
        registeredToday.delete(id);
        log.warn({ err: error }, 'Failed to register the source; retrying with its next listing');
      });
    },
    declare: async (kind, source) => {
      const place = { space, id: source.id };
      await updateDocument(documents, place, (stored: RegisteredSource | null) =>
        redeclare(stored, kind, source, clock()),
      );
    },
    remove: (id) => documents.remove(space, id),
    replaceAll: async (kind, list) => {
      while (!(await tryToReplaceAll({ documents, clock }, kind, list)));
    },
  };
}

/** False where another process has declared, registered or removed one of them since `list` was called. */
async function tryToReplaceAll(
  { documents, clock }: Pick<DocumentDeps, 'documents' | 'clock'>,
  ...[kind, list]: Parameters<SourceRegistry['replaceAll']>
): Promise<boolean> {
  const stored = new Map((await listAll<RegisteredSource>(documents, space)).map((source) => [source.id, source]));
  const declared = new Map((await list()).map((source) => [source.id, source]));
  for (const source of declared.values()) {
    const before = stored.get(source.id) ?? null;
    if (!(await documents.compareAndSet(space, before, redeclare(before, kind, source, clock())))) return false;
  }
  for (const source of stored.values()) {
    const isRemoved = source.kind === kind && !declared.has(source.id);
    if (isRemoved && !(await documents.compareAndSet(space, source, null))) return false;
  }
  return true;
}

function redeclare(stored: RegisteredSource | null, kind: SourceKind, source: DeclaredSource, now: Date) {
  const isSame = stored?.kind === kind && stored.everySeconds === source.everySeconds;
  return toPulledSource(kind, source, (isSame ? stored.declaredAt : null) ?? now.toISOString());
}

function toPulledSource(kind: SourceKind, connector: DeclaredSource, declaredAt: string): RegisteredSource {
  const { id, basis, address, everySeconds } = connector;
  return {
    id,
    kind,
    flow: 'pull',
    basis,
    address: address && redactAddress(address),
    everySeconds,
    declaredAt,
    lastAt: null,
  };
}

function toPushedSource(id: string, kind: SourceKind): RegisteredSource {
  const unread = { address: null, everySeconds: null, declaredAt: null, lastAt: null };
  return { id, kind, flow: 'push', basis: defaultBases[kind], ...unread };
}

/** A web address without its password and its query, which may contain secrets. */
export function redactAddress(address: string): string {
  if (!/^[a-z][a-z+.-]*:\/\//i.test(address) || !URL.canParse(address)) return address;
  const { protocol, host, pathname, search } = new URL(address);
  return `${protocol}//${host}${pathname}${search === '' ? '' : '?…'}`;
}
