import type { IncomingMessage } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import session from 'express-session';
import type { Documents } from '#projections/store/port.ts';
import { type Clock, dayMs } from '#server/lib/clock.ts';
import { createSessionCookieReader } from './session-cookie.ts';
import { createSessionKey, DocumentSessionStore, type SessionFields } from './session-store.ts';

const lifetimeMs = 30 * dayMs;
const renewAfterMs = dayMs / 24;

type SessionOptions = {
  documents: Documents;
  clock: Clock;
  secret: string;
  secure: boolean;
  /** Ports of one host share its cookies: another instance beside the product needs its own name. */
  cookie?: string;
};
/** `sessionKey` names the session in the store, and nothing outside. Times are in ms since 1970. */
export type SessionUser = { userId: string; sessionKey: string; renewed: number; provenAt: number };
export type Sessions = ReturnType<typeof createSessions>;

/**
 * Sessions of 30 days since their last use, stored in the documents. A cookie over https carries the __Host- prefix, so
 * that no neighbouring host can set it.
 */
export function createSessions({ documents, clock, secret, secure, ...own }: SessionOptions) {
  const store = new DocumentSessionStore(documents);
  const name = own.cookie ?? (secure ? '__Host-sid' : 'sid');
  const cookie = { httpOnly: true, sameSite: 'lax', path: '/', secure } as const;
  const reading = createSessionReader({ store, clock, readKey: createSessionCookieReader({ name, secret }) });
  const middleware: RequestHandler = session({
    name,
    secret,
    store,
    resave: false,
    saveUninitialized: false,
    cookie: { ...cookie, maxAge: lifetimeMs },
  });

  /** Only a request that changes its session needs express-session: the others only read. */
  const open = (request: Request, response: Response) =>
    waitForCallback((done) => {
      void middleware(request, response, done);
    });

  return {
    cookieName: name,
    ...reading,
    endByKey: (sessionKey: string) => store.end(sessionKey),
    endAllOf: (userId: string, except?: string) => store.endAllOf(userId, except),
    onEnded: (listener: (sessionKey: string) => void) => store.onEnded(listener),

    /** As findByRequest, for a request that counts as use of the session: this renews it at intervals. */
    findAndRenew: async (request: Request, response: Response): Promise<SessionUser | null> => {
      const session = await reading.findByRequest(request);
      const now = clock().getTime();
      if (session && now - session.renewed > renewAfterMs) {
        await open(request, response);
        // It may have ended in between: then this is a new session without a user.
        if (createSessionKey(request.sessionID) === session.sessionKey)
          assignSessionFields(request, { userId: session.userId, renewed: now });
      }
      return session;
    },

    /** Signs the user in under a new session id; durable when it resolves. */
    begin: async (request: Request, response: Response, user: { userId: string; sessionId: string }): Promise<void> => {
      await open(request, response);
      await waitForCallback((done) => request.session.regenerate(done));
      const now = clock().getTime();
      assignSessionFields(request, { ...user, renewed: now, provenAt: now });
      await waitForCallback((done) => request.session.save(done));
    },

    /** Remembers that the user of the session has proved their identity; durable when it resolves. */
    prove: async (request: Request, response: Response): Promise<void> => {
      await open(request, response);
      // It may have ended in between: then this is a new session without a user.
      if (!('userId' in request.session)) return;
      assignSessionFields(request, { provenAt: clock().getTime() });
      await waitForCallback((done) => request.session.save(done));
    },

    /** Ends the session of the request, if it has one. */
    end: async (request: Request, response: Response): Promise<void> => {
      await open(request, response);
      await waitForCallback((done) => request.session.destroy(done));
      response.clearCookie(name, cookie);
    },
  };
}

type SessionReaderDeps = {
  store: DocumentSessionStore;
  clock: Clock;
  readKey: ReturnType<typeof createSessionCookieReader>;
};

/** What reads sessions; one that was not used for 30 days is none. */
function createSessionReader({ store, clock, readKey }: SessionReaderDeps) {
  const isRecent = (renewed = 0) => clock().getTime() - renewed <= lifetimeMs;
  const findAlive = async (sessionKey: string): Promise<SessionFields | null> => {
    const session: SessionFields | null = await store.find(sessionKey);
    return session && isRecent(session.renewed) ? session : null;
  };
  return {
    isAlive: async (sessionKey: string) => (await findAlive(sessionKey)) !== null,

    /** The user of a request's session, null without one. */
    findByRequest: async (request: IncomingMessage): Promise<SessionUser | null> => {
      const sessionKey = readKey(request.headers.cookie);
      const session = sessionKey === null ? null : await findAlive(sessionKey);
      if (sessionKey === null || session?.userId === undefined) return null;
      const { userId, renewed = 0, provenAt = 0 } = session;
      return { sessionKey, userId, renewed, provenAt };
    },

    /** The sessions of a user; `sessionId` is derived for one that was begun without. */
    listAllOf: async (userId: string): Promise<{ sessionKey: string; sessionId: string; renewed: number }[]> => {
      const docs = await store.listAllOf(userId);
      const all = docs.map(({ id: sessionKey, data: { sessionId = createSessionKey(sessionKey), renewed = 0 } }) => {
        return { sessionKey, sessionId, renewed };
      });
      return all.filter(({ renewed }) => isRecent(renewed));
    },
  };
}

function assignSessionFields(request: Request, what: SessionFields): void {
  Object.assign(request.session, what);
}

function waitForCallback(run: (done: (error?: unknown) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    run((error) => {
      if (error === undefined || error === null) resolve();
      else reject(error instanceof Error ? error : new Error('The session store failed', { cause: error }));
    });
  });
}
