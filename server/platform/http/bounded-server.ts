import { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createTimer } from '#server/lib/delay.ts';
import { type ConnectionLimits, defaultConnectionLimits } from './connection-limits.ts';
import { discardRest } from './discard-rest.ts';

const badRequestByCode: Partial<Record<string, [string, string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The headers of this request are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long to arrive'],
};

/** How often a connection is looked at in the time that it may be idle. */
const idleChecks = 16;

/**
 * An HTTP server that bounds what one connection can consume. It handles one request of a connection at a time, where
 * Node emits all pipelined ones at once; it destroys connections that time out, where Node ends its own side and waits
 * for the client's; and it reads the rest of a body that it has answered already, where Node resets a connection that is
 * to close, so that a proxy that is still sending loses the answer.
 */
export class BoundedServer extends Server {
  readonly #limits: ConnectionLimits;
  /** The response in progress on a connection. */
  readonly #current = new WeakMap<Duplex, ServerResponse>();
  /** The number of requests queued behind it. */
  readonly #waiting = new WeakMap<Duplex, number>();

  /** Connections that close after an answer, on which the client is still sending. */
  readonly #discarding = new WeakSet<Socket>();
  /** Since when a connection has been at the same bytes. */
  readonly #stalls = new WeakMap<Socket, { since: number; progress: string }>();

  constructor(ownLimits: Partial<ConnectionLimits> = {}) {
    const limits = { ...defaultConnectionLimits, ...ownLimits };
    super({
      headersTimeout: limits.headersTimeoutMs,
      requestTimeout: limits.requestTimeoutMs,
      keepAliveTimeout: limits.keepAliveTimeoutMs,
      connectionsCheckingInterval: limits.checkIntervalMs,
      shouldUpgradeCallback: ({ socket }) => this.listenerCount('upgrade') > 0 && !this.#current.has(socket),
    });
    this.#limits = limits;
    this.timeout = limits.idleTimeoutMs / idleChecks;
    this.on('connection', (socket) => this.#watch(socket));
    this.on('timeout', (socket: Socket) => this.#endIdle(socket));
    this.on('clientError', (error, socket) => answerBadRequest(error, socket, this.#current.get(socket)));
  }

  override emit(eventName: string | symbol, ...args: unknown[]): boolean {
    const [request, response] = args;
    if (eventName !== 'request' || !(request instanceof IncomingMessage) || !isResponse(response)) {
      return super.emit(eventName, ...args);
    }
    if (response.socket === null) this.#hold(request, response);
    else this.#begin(request, response);
    return true;
  }

  #begin(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    this.#current.set(socket, response);
    response.once('close', () => {
      this.#current.delete(socket);
      if (!request.complete) discardRest(request, this.#limits, () => this.#endDiscard(socket));
    });
    super.emit('request', request, response);
  }

  /** Pauses reading until then. A response gets its socket just before the previous one closes. */
  #hold(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const waiting = (this.#waiting.get(socket) ?? 0) + 1;
    if (waiting > this.#limits.maxPipelined) {
      socket.destroy();
      return;
    }
    this.#waiting.set(socket, waiting);
    socket.pause();
    response.once('socket', () => process.nextTick(() => this.#release(request, response)));
  }

  #release(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const waiting = (this.#waiting.get(socket) ?? 1) - 1;
    if (waiting > 0) this.#waiting.set(socket, waiting);
    else this.#waiting.delete(socket);
    if (socket.destroyed) return;
    if (waiting === 0) socket.resume();
    this.#begin(request, response);
  }

  #watch(socket: Socket): void {
    // Node resumes its socket at the end of each request that it has parsed.
    socket.on('resume', () => {
      if (this.#waiting.has(socket)) socket.pause();
    });
    socket.once('finish', () => {
      if (!this.#discarding.has(socket)) this.#linger(socket);
    });
    const destroySoon = socket.destroySoon.bind(socket);
    // Node's HTTP calls it after the last response of a connection.
    socket.destroySoon = () => {
      if (this.#current.get(socket)?.req.complete !== false) {
        destroySoon();
        return;
      }
      this.#discarding.add(socket);
      socket.end();
    };
  }

  #endDiscard(socket: Socket): void {
    this.#discarding.delete(socket);
    if (socket.writableFinished) this.#linger(socket);
  }

  #linger(socket: Socket): void {
    const timer = createTimer(() => socket.destroy());
    timer.start(this.#limits.lingerTimeoutMs);
    socket.once('close', timer.stop);
  }

  /**
   * Called in parts of the idle time: Node compares a pending write with what is left of it only at its time-outs, so
   * that a single one would take what the client has read at the beginning for progress.
   */
  #endIdle(socket: Socket): void {
    const response = this.#current.get(socket);
    // Not the client's fault: the application has not answered yet.
    if (response?.writableLength === 0) return;
    const isKeptAlive = socket.timeout !== this.timeout;
    if (!isKeptAlive && this.#measureStallMs(socket) < this.#limits.idleTimeoutMs) socket.setTimeout(this.timeout);
    else if (response === undefined) socket.destroy();
    // The client would not see an end that waits behind what it does not read.
    else socket.resetAndDestroy();
  }

  #measureStallMs(socket: Socket): number {
    const now = performance.now();
    const progress = describeProgress(socket);
    const last = this.#stalls.get(socket);
    const since = last?.progress === progress ? last.since : now - this.timeout;
    this.#stalls.set(socket, { since, progress });
    return now - since;
  }
}

/** The bytes that a connection has read and written, and those that the operating system has not taken yet. */
function describeProgress(socket: Socket & { _handle?: { writeQueueSize: number } | null }): string {
  return [socket.bytesRead, socket.bytesWritten, socket._handle?.writeQueueSize].join();
}

function isResponse(value: unknown): value is ServerResponse {
  return value instanceof ServerResponse;
}

/**
 * A request that is not valid HTTP never reaches the app; it is answered with a sentence, but not in the middle of a
 * `response`.
 */
function answerBadRequest(error: Error & { code?: string }, socket: Duplex, response?: ServerResponse): void {
  if (!socket.writable || error.code === 'ECONNRESET' || response?.headersSent === true) {
    socket.destroy();
    return;
  }
  const [status, text] = badRequestByCode[error.code ?? ''] ?? [
    '400 Bad Request',
    'The request could not be understood',
  ];
  const head = ['Content-Type: text/plain; charset=utf-8', `Content-Length: ${text.length}`, 'Connection: close'];
  socket.end(`HTTP/1.1 ${status}\r\n${head.join('\r\n')}\r\n\r\n${text}`);
}
