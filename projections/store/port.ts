import type { Position } from '#domain/shared/decider.ts';

/** A document of a view: JSON, with its id. */
export type Doc = { id: string };

export type Condition =
  | string
  | number
  | boolean
  | null
  /** `gt` and `lt` can be combined: a range without its ends. */
  | { gt: string | number }
  | { lt: string | number }
  | { in: (string | number)[] }
  /** Also holds for an absent field. */
  | { notIn: string[] }
  /** A text that contains all of these; case-sensitive, not supported by an index. */
  | { contains: string[] }
  /** Of the field `words`: in each of these lists, one pattern matches a word of the document. */
  | { allOf: WordPattern[][] };
/** A whole word, or its beginning. */
export type WordPattern = string | { prefix: string };
/** All must hold. `null` also holds for an absent field. Fields are names, or `outer.inner`. */
export type Where = Record<string, Condition>;
/** Nulls are last in both directions. The id breaks ties, in the direction of the last key. */
export type Sort = { field: string; direction: 'asc' | 'desc' }[];
export type Query = { where?: Where; sort?: Sort; limit: number; cursor?: string | undefined };
/** `cursor` is present when more documents follow; it is opaque, and valid for the same query only. */
export type DocPage<D> = { docs: D[]; cursor?: string | undefined };

/**
 * A view as its projection declares it. The fields of every query are in an index, in the query's order, or else in
 * one that is read as a whole. With `hasWords`,
 * documents are found by their field `words`: texts of lower-case letters, digits and the signs - _ . : / @ # ~. Their ids
 * are whole numbers with leading zeros.
 */
export type ViewDeclaration = {
  view: string;
  version: number;
  indexes: readonly (readonly string[])[];
  /** Fields by which events find documents, each the first one of an index; their values never change. */
  relations?: readonly string[];
  hasWords?: true;
  /** Every query names a value of the first field of an index, so that an index in a file leaves out documents without it. */
  isSparse?: true;
};

/**
 * `doc: null` removes. `position` is that of the last event that changed the document. `isNew` where the writer found
 * none: the store may insert it, which is faster; where it exists, it is changed like any other.
 */
export type DocChange = { id: string; doc: Doc | null; position: Position; isNew?: true };

/**
 * Changes of several views, applied atomically with their checkpoints. Without a checkpoint each change is independent.
 */
export type ViewBatch = {
  view: string;
  generation: string;
  changes: DocChange[];
  checkpoint: Position | null;
  /** Documents that an event was missing in are replaced even at the same position. */
  isRepair?: true;
}[];

/** A document as a writer finds it: events up to `position` are in it already (`start` for an unknown document). */
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
 * Read models. Readers name a view (`users`) and get its live generation; a writer holds a generation (`users`, version
 * 2), which is invisible to readers until `promote`.
 */
export type ViewStore = ViewReader & {
  /** Creates the generation where missing (its indexes by `promote` at the latest), and returns its checkpoint. */
  prepare: (declaration: ViewDeclaration, generation: string) => Promise<Position>;
  /** The live generation, and the version it was built by; null before the first `promote`. */
  live: (view: string) => Promise<{ generation: string; version: number } | null>;
  /** Makes `generation` the live one, and drops the others of that view. `fence` as in `apply`. */
  promote: (declaration: ViewDeclaration, generation: string, fence?: Lease) => Promise<void>;
  /** Drops a generation; if it is the live one, the view then has none. `fence` as in `apply`. */
  discard: (view: string, generation: string, fence?: Lease) => Promise<void>;
  /** In the order of `ids`. */
  getFrom: (view: string, generation: string, ids: string[]) => Promise<DocState[]>;
  /** The ids of the documents whose field, one of the declared relations, has this value. */
  findIds: (view: string, generation: string, field: string, value: string) => Promise<string[]>;
  /**
   * Exactly once: a batch applied again changes nothing, nor does a change older than its document. With `fence`,
   * throws Fenced if another process holds that lease by now.
   */
  apply: (batch: ViewBatch, fence?: Lease) => Promise<void>;
  /** Checkpoint of the live generation of each view that has one. */
  checkpoints: () => Promise<Map<string, Position>>;
  /** Throws StoreUnavailable while writes are refused, StoreDamaged once damage was found. Absent where neither is known. */
  checkHealth?: () => Promise<void>;
  close: () => Promise<void>;
};

/** A lease of a task that only one process may run. A later lease has a higher token. */
export type Lease = { name: string; token: number };

/** Leases by task name (`projector`, `scout`). Times are in ms. */
export type Leases = {
  /** In ms: the recommended duration of a lease. It is short where other processes may wait for it. */
  leaseTtlMs: number;
  /** Null while another process holds it. Its holder gets the same lease again, extended. */
  acquire: (name: string, owner: string, ttl: number) => Promise<Lease | null>;
  /** False once another process holds it: the former holder must stop. */
  renew: (lease: Lease, ttl: number) => Promise<boolean>;
  /** Releases it, so that no process waits until it expires. */
  release: (lease: Lease) => Promise<void>;
  /** The names of the leases that are held now and begin with `prefix`. */
  list: (prefix: string) => Promise<string[]>;
};

export type LeasedViewStore = ViewStore & { leases: Leases };

/**
 * Data beside the log that no rebuild touches: sessions, credentials, checkpoints. Times are ms since 1970. A
 * document's field `position` is a position in the log, and is converted when the log moves to another store.
 */
export type Documents = {
  get: <D extends Doc>(space: string, id: string) => Promise<D | null>;
  /** In the order of `ids`; null where there is none. */
  getMany: <D extends Doc>(space: string, ids: string[]) => Promise<(D | null)[]>;
  /** As ViewReader.list, by the indexes of `documentIndexes`. Throws BadCursor. */
  list: <D extends Doc>(space: string, query: Query) => Promise<DocPage<D>>;
  count: (space: string, where?: Where) => Promise<number>;
  /** Durable when it resolves. A document past `expires` is never returned. */
  put: (space: string, doc: Doc, expires?: number) => Promise<void>;
  /** Puts documents of distinct ids, with few requests. Where it throws, some may have been put. */
  putAll: (space: string, docs: Doc[], expires?: number) => Promise<void>;
  /** The same, but leaves documents that are there already, and resolves with their ids. */
  insertAll: (space: string, docs: Doc[]) => Promise<string[]>;
  /**
   * Replaces `before` with `next`, of the same id, in one step. False where the stored document differs from `before`,
   * as it was read. Null inserts, or removes; what is replaced keeps its expiry unless another one is given.
   */
  compareAndSet: (space: string, ...change: DocumentChange) => Promise<boolean>;
  remove: (space: string, id: string) => Promise<void>;
  removeAll: (space: string, ids: string[]) => Promise<void>;
  /** As ViewStore.checkHealth. */
  checkHealth?: () => Promise<void>;
  close: () => Promise<void>;
};

export type DocumentChange =
  | [before: null, next: Doc, expires?: number | undefined]
  | [before: Doc, next: Doc | null, expires?: number | undefined];

/** A stored document; `expires` is null for one without an expiry. */
export type StoredDocument = { doc: Doc; expires: number | null };

/** Documents that can be enumerated, to migrate all of them. */
export type ListedDocuments = Documents & {
  spaces: () => Promise<string[]>;
  /** Up to `limit` documents whose id is greater than `after` ('' for the first), in the order of their ids. */
  page: (space: string, after: string, limit: number) => Promise<StoredDocument[]>;
};

/** A store that cannot be reached, or does not answer: a retry may succeed. */
export class StoreUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreUnavailable';
  }
}

/** The same, until an operator changes a setting: the message is one sentence that names it. */
export class StoreMisconfigured extends StoreUnavailable {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreMisconfigured';
  }
}

/** Data that is damaged, or has a layout unknown to this program: a retry cannot succeed. */
export class StoreDamaged extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreDamaged';
  }
}

/** Another process holds the writer's lease by now: nothing was written, and a retry cannot succeed. */
export class Fenced extends Error {
  constructor({ name, token }: Lease) {
    super(`Lease '${name}' with token ${token} is over: another process holds it`);
    this.name = 'Fenced';
  }
}

/** A cursor that does not belong to a query of this kind. */
export class BadCursor extends Error {
  constructor() {
    super('Invalid cursor');
    this.name = 'BadCursor';
  }
}
