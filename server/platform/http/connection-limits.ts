/** The limits of one connection. */
export type ConnectionLimits = {
  /** From the connection, or the end of the request before it, to the last header. */
  headersTimeoutMs: number;
  /** From the first byte of a request to the last one of its body. */
  requestTimeoutMs: number;
  /** Between the end of a response and the next request. */
  keepAliveTimeoutMs: number;
  /** Without a byte in either direction while the client is to send or to read. */
  idleTimeoutMs: number;
  /** From the server's end of the connection to the client's. */
  lingerTimeoutMs: number;
  /** For the rest of a request that is already answered. */
  discardTimeoutMs: number;
  discardMaxBytes: number;
  /** How often requests are compared with their time-outs. */
  checkIntervalMs: number;
  /** Requests that are queued on one connection behind the current response. */
  maxPipelined: number;
};

export const defaultConnectionLimits: ConnectionLimits = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 60_000,
  keepAliveTimeoutMs: 30_000,
  idleTimeoutMs: 120_000,
  lingerTimeoutMs: 2000,
  discardTimeoutMs: 10_000,
  discardMaxBytes: 20_000_000,
  checkIntervalMs: 1000,
  maxPipelined: 100,
};
