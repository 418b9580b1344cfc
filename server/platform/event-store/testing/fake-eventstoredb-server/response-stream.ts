import { once } from 'node:events';
import type streams from '@eventstore/db-client/generated/streams_pb.js';
import type { ServerWritableStream, ServiceError } from '@grpc/grpc-js';
import type { Faults } from './faults.ts';

export type ReadCall = ServerWritableStream<streams.ReadReq, streams.ReadResp>;
export type ResponseStream = ReturnType<typeof createResponseStream>;

/** The answers of one call. `send` waits while the client does not read, and rejects when it has disconnected. */
export function createResponseStream(call: ReadCall, faults: Faults) {
  const left = new AbortController();
  let isStalled = false;
  for (const name of ['cancelled', 'close', 'error']) call.on(name, () => left.abort());

  return {
    left: left.signal,
    send: async (message: streams.ReadResp) => {
      const faultDelay = faults.turn();
      if (faultDelay) await faultDelay;
      if (isStalled) await once(left.signal, 'abort');
      left.signal.throwIfAborted();
      if (!call.write(message)) await once(call, 'drain', { signal: left.signal });
    },
    /** Nothing more is sent, without an error. */
    stall: () => {
      isStalled = true;
    },
    fail: (error: ServiceError) => {
      if (!left.signal.aborted) call.emit('error', error);
    },
    end: () => void call.end(),
  };
}
