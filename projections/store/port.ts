import type { Position } from '#domain/shared/decider.ts';

/** A document of a view: JSON, with the id that it is found by. */
export type Doc = { id: string };

export type Condition =
  | string
  | number
  | boolean
  | null
  /** `gt` and `lt` may stand together: a range without its ends. */
  | { gt: string | number }
  | { lt: string | number }
  | { in: (string | number)[] }
  /** A text with this in it; case counts, and no index helps. */
  | { contains: string };
/** All must hold. `null` also holds for an absent field. Fields are names, or `outer.inner`. */
export type Where = Record<string, Condition>;
/** Nulls stand last in both directions. Ties are settled by id, in the direction of the last key. */
export type Sort = { field: string; direction: 'asc' | 'desc' }[];
export type Query = { where?: Where; sort?: Sort; limit: number; cursor?: string };
/** `cursor` is there when more documents follow; it is opaque, and good for the same query alone. */
export type DocPage<D> = { docs: D[]; cursor?: string };

/** A view as its projection declares it. Every query's fields stand in an index, in the query's order. */
export type ViewDeclaration = { view: string; version: number; indexes: readonly (readonly string[])[] };

/** `doc: null` removes. `position` is that of the last event that shaped the document. */
export type DocChange = { id: string; doc: Doc | null; position: Position };

/** Changes of several views, applied with their checkpoints as one. Without a checkpoint each change stands for itself. */
export type ViewBatch = { view: string; generation: string; changes: DocChange[]; checkpoint: Position | null }[];

/** A document as a writer finds it: events up to `position` are in it already (`start` where nothing is known). */
export type DocState = { doc: Doc | null; position: Position };

export type ViewReader = {
  get: <D extends Doc>(view: string, id: string) => Promise<D | null>;
  /** In the order of `ids`; null where there is none. */
  getMany: <D extends Doc>(view: string, ids: string[]) => Promise<(D | null)[]>;
  /** Throws BadCursor. */
  list: <D extends Doc>(view: string, query: Query) => Promise<DocPage<D>>;
  count: (view: string, where?: Where) => Promise<number>;
  /** How many documents have each value of `field` (texts or numbers); absent counts as null and is left out. */
  countBy: (view: string, field: string, where?: Where) => Promise<Map<string, number>>;
};

/**
 * Read models. Readers name a view (`users`) and get its live generation; a writer holds a generation (`users`,
 * version 2), which nobody sees until `promote`.
 */
export type ViewStore = ViewReader & {
  /** Creates the generation where missing (its indexes by `promote` at the latest), and tells how far it was built. */
  prepare: (declaration: ViewDeclaration, generation: string) => Promise<Position>;
  /** The generation that readers see, and the version it was built by; null before the first `promote`. */
  live: (view: string) => Promise<{ generation: string; version: number } | null>;
  /** Makes `generation` the one that readers see, and drops the others of that view. `fence` as in `apply`. */
  promote: (declaration: ViewDeclaration, generation: string, fence?: Lease) => Promise<void>;
  /** Drops a generation; the live one too, and the view then has none. `fence` as in `apply`. */
  discard: (view: string, generation: string, fence?: Lease) => Promise<void>;
  /** In the order of `ids`. */
  getFrom: (view: string, generation: string, ids: string[]) => Promise<DocState[]>;
  /**
   * Exactly once: a batch given again changes nothing, nor does a change older than its document. With `fence`, throws
   * Fenced where that lease has passed to another.
   */
  apply: (batch: ViewBatch, fence?: Lease) => Promise<void>;
  /** Checkpoint of the live generation of each view that has one. */
  checkpoints: () => Promise<Map<string, Position>>;
  close: () => Promise<void>;
};

/** A turn at a task that one process alone may do. A later turn has a higher token. */
export type Lease = { name: string; token: number };

/** Who may act in a name (`projector`, `scout`). Times are in ms. */
export type Leases = {
  /** In ms: how long a turn is best taken for. Where others may wait for it that is short. */
  leaseTtlMs: number;
  /** Null while another holds it. Its holder gets the same turn again, for longer. */
  acquire: (name: string, owner: string, ttl: number) => Promise<Lease | null>;
  /** False once it has passed to another: its holder must stop. */
  renew: (lease: Lease, ttl: number) => Promise<boolean>;
  /** Gives it up, so that nobody has to wait until it runs out. */
  release: (lease: Lease) => Promise<void>;
};

export type LeasedViewStore = ViewStore & { leases: Leases };

/**
 * What is kept beside the log and no rebuild touches: sessions, credentials, cursors. Times are ms since 1970. A
 * document's field `position` is a place in the log, and becomes another one where the log moves to another store.
 */
export type Documents = {
  get: <D extends Doc>(space: string, id: string) => Promise<D | null>;
  /** In the order of `ids`; null where there is none. */
  getMany: <D extends Doc>(space: string, ids: string[]) => Promise<(D | null)[]>;
  /** Durable when it resolves. A document past `expires` is as good as gone. */
  put: (space: string, doc: Doc, expires?: number) => Promise<void>;
  /** Puts a document that stays unless there is one of its id, and resolves to the one that is there then. */
  putNew: <D extends Doc>(space: string, doc: D) => Promise<D>;
  remove: (space: string, id: string) => Promise<void>;
  /** Those whose `field` equals `value`. */
  findBy: <D extends Doc>(space: string, field: string, value: string) => Promise<D[]>;
  /** How many these are. */
  countBy: (space: string, field: string, value: string) => Promise<number>;
  close: () => Promise<void>;
};

/** A document as it is kept; `expires` is null for one that stays. */
export type StoredDocument = { doc: Doc; expires: number | null };

/** Documents that can be gone through, for those who move them all. */
export type ListedDocuments = Documents & {
  spaces: () => Promise<string[]>;
  /** Up to `limit` of those whose id comes after `after` ('' for the first), in the order of their ids. */
  page: (space: string, after: string, limit: number) => Promise<StoredDocument[]>;
  /** Puts `next` in the place of `before`, of the same id, where that still stands as it was read; false where not. */
  replace: (space: string, before: Doc, next: Doc) => Promise<boolean>;
};

/** A store that cannot be reached, or does not answer: worth trying again. */
export class StoreUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreUnavailable';
  }
}

/** Data that is damaged, or laid out as this program does not know: trying again is no use. */
export class StoreDamaged extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreDamaged';
  }
}

/** The lease of the one who writes has passed to another: nothing was written, and trying again is no use. */
export class Fenced extends Error {
  constructor({ name, token }: Lease) {
    super(`Turn ${token} at '${name}' is over: another has taken it`);
    this.name = 'Fenced';
  }
}

/** A cursor that no query of this kind gave. */
export class BadCursor extends Error {
  constructor() {
    super('This cursor is not one of this list');
    this.name = 'BadCursor';
  }
}
