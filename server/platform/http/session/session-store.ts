import { type SessionData, Store } from 'express-session';
import { listAll } from '#projections/store/list-all.ts';
import type { Documents } from '#projections/store/port.ts';
import { createTimer } from '#server/lib/delay.ts';
import { documentSpaces } from '#projections/store/document-spaces.ts';

const space = documentSpaces.sessions;
const endedSpace = documentSpaces.endedSessions;
// Longer than any concurrent request could take before it saves a session that has just ended.
const endedRetentionMs = 10 * 60_000;

/** The data of a session: its user, and when (ms since 1970) its cookie was last renewed. */
export type SessionFields = { userId?: string; renewed?: number };
type SessionDoc = { id: string; userId: string; data: SessionData & SessionFields };

/**
 * express-session's store over the documents, which reports when a session has ended. The end stays stored for a while,
 * so that a request that began before, in this process or another, does not restore the session.
 */
export class DocumentSessionStore extends Store {
  readonly #documents: Documents;
  readonly #ended = new Set<string>();
  readonly #listeners: ((sessionId: string) => void)[] = [];

  constructor(documents: Documents) {
    super();
    this.#documents = documents;
  }

  override get(id: string, callback: (error: unknown, session?: SessionData | null) => void): void {
    passToCallback(this.find(id), callback);
  }

  override set(id: string, session: SessionData, callback?: (error?: unknown) => void): void {
    passToCallback(this.#save(id, session), callback);
  }

  override destroy(id: string, callback?: (error?: unknown) => void): void {
    passToCallback(this.end(id), callback);
  }

  async find(id: string): Promise<(SessionData & SessionFields) | null> {
    const doc = await this.#documents.get<SessionDoc>(space, id);
    return doc && !this.#ended.has(id) ? doc.data : null;
  }

  /** Ends the sessions of a user, except the given one. */
  async endAllOf(userId: string, except?: string): Promise<void> {
    const docs = await listAll<SessionDoc>(this.#documents, space, { userId });
    await Promise.all(docs.filter(({ id }) => id !== except).map(({ id }) => this.end(id)));
  }

  async end(id: string): Promise<void> {
    this.#ended.add(id);
    createTimer(() => this.#ended.delete(id)).start(endedRetentionMs);
    if ((await this.#documents.get(space, id)) !== null) {
      await this.#documents.put(endedSpace, { id }, Date.now() + endedRetentionMs);
      await this.#documents.remove(space, id);
    }
    for (const listener of this.#listeners) listener(id);
  }

  onEnded(listener: (sessionId: string) => void): void {
    this.#listeners.push(listener);
  }

  /** Where it ended at the same time, either the other process finds it to remove, or this one finds that it ended. */
  async #save(id: string, session: SessionData & SessionFields): Promise<void> {
    if (this.#ended.has(id) || session.userId === undefined) return;
    const doc: SessionDoc = { id, userId: session.userId, data: session };
    await this.#documents.put(space, doc, Date.now() + (session.cookie.maxAge ?? 0));
    if ((await this.#documents.get(endedSpace, id)) !== null) await this.#documents.remove(space, id);
  }
}

function passToCallback<T>(promise: Promise<T>, callback?: (error: unknown, value?: T) => void): void {
  promise.then(
    (value) => callback?.(null, value),
    (error: unknown) => callback?.(error),
  );
}
