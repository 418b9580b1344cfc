import type { Logger } from 'pino';
import { type SourceKind } from '#domain/source/contract.ts';
import { ownSources } from '#domain/listing/own-sources.ts';
import type { Documents } from '#projections/store/port.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { Connector } from './connector.ts';

const space = 'known-sources';

/** A source by its description. `lastAt`: the day of its last pass at least, ISO 8601. */
export type KnownSource = {
  id: string;
  listed: 'yes';
  kind: SourceKind;
  flow: 'pull' | 'push';
  basis: string;
  address: string | null;
  everySeconds: number | null;
  /** Since when it is read at this pace from there, ISO 8601; null for what is not read. */
  declaredAt: string | null;
  lastAt: string | null;
};

const bases: Record<SourceKind, string> = {
  feed: 'A feed that is offered to be read',
  webhook: 'Sent to us by the source itself, signed',
  email: 'Alerts that the platform itself mails to us',
  imap: 'Alerts that the platform itself mails to us',
  sell: 'Offered by the sellers themselves',
  'admin-entry': 'Entered by an admin',
  simulator: 'Made up, to show how it works',
};

type Declared = Pick<Connector, 'id' | 'basis' | 'address' | 'everySeconds'>;

export type KnownSources = {
  /** By id. */
  list: () => Promise<KnownSource[]>;
  find: (id: string) => Promise<KnownSource | null>;
  /** Remembers a source that brought something by itself; a little later, and once a day. */
  note: (id: string, kind: SourceKind) => void;
  /** Of a kind, these are read from now on, and no others. */
  declare: (kind: SourceKind, connectors: Declared[]) => Promise<void>;
};

export function openKnown({
  documents,
  clock,
  log,
}: {
  documents: Documents;
  clock: Clock;
  log: Logger;
}): KnownSources {
  let noted = new Set<string>();
  let day = '';
  const kept = (id: string) => documents.get<KnownSource>(space, id);

  const keep = async (id: string, kind: SourceKind, lastAt: string) => {
    if ((await kept(id))?.flow === 'pull') return;
    const source: KnownSource = { ...described(id, kind), lastAt };
    await documents.put(space, source);
  };

  return {
    list: async () => {
      const found = await documents.findBy<KnownSource>(space, 'listed', 'yes');
      const own = [described(ownSources.sell, 'sell'), described(ownSources.entry, 'admin-entry')];
      const missing = own.filter(({ id }) => !found.some((source) => source.id === id));
      return [...found, ...missing].toSorted((a, b) => (a.id < b.id ? -1 : 1));
    },
    find: async (id) => {
      const isOwn = id === ownSources.sell || id === ownSources.entry;
      return (await kept(id)) ?? (isOwn ? described(id, id) : null);
    },
    note: (id, kind) => {
      const at = clock().toISOString();
      if (at.slice(0, 10) !== day) {
        day = at.slice(0, 10);
        noted = new Set();
      }
      if (noted.has(id)) return;
      noted.add(id);
      keep(id, kind, at).catch((error: unknown) => {
        noted.delete(id);
        log.warn({ err: error }, 'A source could not be noted; trying again with its next listing');
      });
    },
    declare: async (kind, connectors) => {
      const ids = new Set(connectors.map(({ id }) => id));
      const before = await documents.findBy<KnownSource>(space, 'kind', kind);
      for (const { id } of before) if (!ids.has(id)) await documents.remove(space, id);
      const now = clock().toISOString();
      for (const connector of connectors) {
        const { id, everySeconds } = connector;
        const as = before.find((other) => other.id === id && other.everySeconds === everySeconds);
        await documents.put(space, declaredSource(kind, connector, as?.declaredAt ?? now));
      }
    },
  };
}

function declaredSource(kind: SourceKind, connector: Declared, declaredAt: string): KnownSource {
  const { id, basis, address, everySeconds } = connector;
  return {
    id,
    listed: 'yes',
    kind,
    flow: 'pull',
    basis,
    address: shownAddress(address),
    everySeconds,
    declaredAt,
    lastAt: null,
  };
}

function described(id: string, kind: SourceKind): KnownSource {
  const unread = { address: null, everySeconds: null, declaredAt: null, lastAt: null };
  return { id, listed: 'yes', kind, flow: 'push', basis: bases[kind], ...unread };
}

/** A web address without its password, and without what a query may carry. */
export function shownAddress(address: string): string {
  if (!/^[a-z][a-z+.-]*:\/\//i.test(address) || !URL.canParse(address)) return address;
  const { protocol, host, pathname, search } = new URL(address);
  return `${protocol}//${host}${pathname}${search === '' ? '' : '?…'}`;
}
