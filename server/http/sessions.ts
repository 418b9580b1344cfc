import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import session from 'express-session';
import type { Documents } from '#projections/store/port.ts';
import type { Clock } from '../clock.ts';
import { DocumentSessions, type Remembered } from './session-store.ts';

const day = 86_400_000;
const lifetime = 30 * day;
const renewAfter = day / 24;

type Options = { documents: Documents; clock: Clock; secret: string; secure: boolean };
export type SocketSession = { userId: string; sessionId: string };
export type Sessions = ReturnType<typeof createSessions>;

/**
 * Sessions of 30 days since their last use, kept in the documents. A cookie over https carries the __Host- prefix,
 * so that no neighbouring host can set it.
 */
export function createSessions({ documents, clock, secret, secure }: Options) {
  const store = new DocumentSessions(documents);
  const name = secure ? '__Host-sid' : 'sid';
  const cookie = { httpOnly: true, sameSite: 'lax', path: '/', secure } as const;
  const middleware: RequestHandler = session({
    name,
    secret,
    store,
    resave: false,
    saveUninitialized: false,
    cookie: { ...cookie, maxAge: lifetime },
  });

  const open = (request: Request, response: Response) =>
    settled((done) => {
      void middleware(request, response, done);
    });

  return {
    /** Whose session a socket's handshake carries, null for nobody's; it renews nothing. */
    ofHandshake: async (request: IncomingMessage): Promise<SocketSession | null> => {
      const handshake = request as Request; // the middleware needs no more of a request than its headers and url
      await settled((done) => {
        void middleware(handshake, new ServerResponse(request) as Response, done);
      });
      const { userId } = remembered(handshake);
      return userId === undefined ? null : { userId, sessionId: handshake.sessionID };
    },
    endAllOf: (userId: string, except?: string) => store.endAllOf(userId, except),
    onEnded: (listener: (sessionId: string) => void) => store.onEnded(listener),
    isAlive: async (sessionId: string) => (await store.find(sessionId)) !== null,

    /** Whose session the request carries, null for nobody's. Now and then this renews it. */
    userOf: async (request: Request, response: Response): Promise<string | null> => {
      await open(request, response);
      const { userId, renewed = 0 } = remembered(request);
      if (userId === undefined) return null;
      const now = clock().getTime();
      if (now - renewed > renewAfter) remember(request, { userId, renewed: now });
      return userId;
    },

    /** Signs the user in under a new session id; durable when it resolves. */
    begin: async (request: Request, response: Response, userId: string): Promise<void> => {
      await open(request, response);
      await settled((done) => request.session.regenerate(done));
      remember(request, { userId, renewed: clock().getTime() });
      await settled((done) => request.session.save(done));
    },

    /** Ends the session of the request, if it has one. */
    end: async (request: Request, response: Response): Promise<void> => {
      await open(request, response);
      await settled((done) => request.session.destroy(done));
      response.clearCookie(name, cookie);
    },
  };
}

/** What a session of ours holds beside its cookie. */
function remembered(request: Request): Remembered {
  return request.session as Remembered; // only `remember` writes it
}

function remember(request: Request, what: Remembered): void {
  Object.assign(request.session, what);
}

function settled(run: (done: (error?: unknown) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    run((error) => {
      if (error === undefined || error === null) resolve();
      else reject(error instanceof Error ? error : new Error('The session store failed', { cause: error }));
    });
  });
}
