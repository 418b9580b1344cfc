import { hash } from 'node:crypto';
import { type SessionData, Store } from 'express-session';
import { listAll } from '#projections/store/list-all.ts';
import type { Documents } from '#projections/store/port.ts';
import { createTimer } from '#server/lib/delay.ts';
import { documentSpaces } from '#projections/store/document-spaces.ts';

const space = documentSpaces.sessions;
const endedSpace = documentSpaces.endedSessions;
// Longer than any concurrent request could take before it saves a session that has just ended.
const endedRetentionMs = 10 * 60_000;

/**
 * The data of a session: its user, the id that its user sees, and when (ms since 1970) its cookie was last renewed, and
 * when its user last proved their identity.
 */
export type SessionFields = { userId?: string; sessionId?: string; renewed?: number; provenAt?: number };
/** `id` is the key of the session. */
type SessionDoc = { id: string; userId: string; data: SessionData & SessionFields };

/** What is stored of a session's id: who reads the documents cannot make a cookie of it. */
export function createSessionKey(id: string): string {
  return hash('sha256', id, 'base64url');
}

/**
 * express-session's store over the documents, which reports when a session has ended. The end stays stored for a while,
 * so that a request that began before, in this process or another, does not restore the session. express-session passes
 * ids; all else names a session by its key.
 */
export class DocumentSessionStore extends Store {
  readonly #documents: Documents;
  readonly #ended = new Set<string>();
  readonly #listeners: ((key: string) => void)[] = [];

  constructor(documents: Documents) {
    super();
    this.#documents = documents;
  }

  override get(id: string, callback: (error: unknown, session?: SessionData | null) => void): void {
    passToCallback(this.find(createSessionKey(id)), callback);
  }

  override set(id: string, session: SessionData, callback?: (error?: unknown) => void): void {
    passToCallback(this.#save(createSessionKey(id), session), callback);
  }

  override destroy(id: string, callback?: (error?: unknown) => void): void {
    passToCallback(this.end(createSessionKey(id)), callback);
  }

  async find(key: string): Promise<(SessionData & SessionFields) | null> {
    const doc = await this.#documents.get<SessionDoc>(space, key);
    return doc && !this.#ended.has(key) ? doc.data : null;
  }

  listAllOf(userId: string): Promise<SessionDoc[]> {
    return listAll<SessionDoc>(this.#documents, space, { userId });
  }

  /** Ends the sessions of a user, except the given one. */
  async endAllOf(userId: string, except?: string): Promise<void> {
    const docs = await this.listAllOf(userId);
    await Promise.all(docs.filter(({ id }) => id !== except).map(({ id }) => this.end(id)));
  }

  async end(key: string): Promise<void> {
    this.#ended.add(key);
    createTimer(() => this.#ended.delete(key)).start(endedRetentionMs);
    if ((await this.#documents.get(space, key)) !== null) {
      await this.#documents.put(endedSpace, { id: key }, Date.now() + endedRetentionMs);
      await this.#documents.remove(space, key);
    }
    for (const listener of this.#listeners) listener(key);
  }

  onEnded(listener: (key: string) => void): void {
    this.#listeners.push(listener);
  }

  /** Where it ended at the same time, either the other process finds it to remove, or this one finds that it ended. */
  async #save(key: string, session: SessionData & SessionFields): Promise<void> {
    if (this.#ended.has(key) || session.userId === undefined) return;
    const doc: SessionDoc = { id: key, userId: session.userId, data: session };
    await this.#documents.put(space, doc, Date.now() + (session.cookie.maxAge ?? 0));
    if ((await this.#documents.get(endedSpace, key)) !== null) await this.#documents.remove(space, key);
  }
}

function passToCallback<T>(promise: Promise<T>, callback?: (error: unknown, value?: T) => void): void {
  promise.then(
    (value) => callback?.(null, value),
    (error: unknown) => callback?.(error),
  );
}
