import type streams from '@eventstore/db-client/generated/streams_pb.js';
import type { handleClientStreamingCall, ServerReadableStream, ServiceError } from '@grpc/grpc-js';
import { createStreamDeletedError, createHandlerError, createTooLargeError } from './failures.ts';
import type { Faults } from './faults.ts';
import type { FakeLog } from './fake-log.ts';
import {
  readExpectedRevision,
  readStreamName,
  readProposedEvent,
  toAppendResponse,
  toWrongVersionResponse,
} from './messages.ts';
import type { ProposedEvent } from './event-storage.ts';

const maxBytes = 1_048_576;

type AppendRequest = { options: streams.AppendReq.Options | undefined; events: ProposedEvent[] };
type AppendAnswer = { response: streams.AppendResp } | { error: ServiceError };
/** The number of concurrent appends: current and maximum. */
export type AppendLoad = { now: number; peak: number };
type AppendDeps = { log: FakeLog; faults: Faults; load: AppendLoad; calls: { appends: number }; cut: () => void };

/** The unary append: a stream of one header and the events, then one answer. */
export function answerAppends({
  log,
  faults,
  load,
  calls,
  cut,
}: AppendDeps): handleClientStreamingCall<streams.AppendReq, streams.AppendResp> {
  return (call, answer) => {
    calls.appends += 1;
    load.now += 1;
    load.peak = Math.max(load.peak, load.now);
    call.once('close', () => {
      load.now -= 1;
    });
    void receiveRequest(call).then(async (request) => {
      await faults.turn();
      const outcome = append(log, request);
      if ('error' in outcome) answer(outcome.error);
      else if (outcome.response.hasSuccess() && faults.losesAcknowledgement()) cut();
      else answer(null, outcome.response);
    });
  };
}

function append(log: FakeLog, { options, events }: AppendRequest): AppendAnswer {
  const stream = readStreamName(options);
  if (!options || stream === '') return { error: createHandlerError() };
  if (events.reduce((sum, { data }) => sum + data.length, 0) > maxBytes)
    return { error: createTooLargeError(maxBytes) };
  const expected = readExpectedRevision(options);
  const outcome = log.append(stream, events, expected);
  if (outcome === 'deleted') return { error: createStreamDeletedError(stream) };
  return {
    response: 'wrong' in outcome ? toWrongVersionResponse(expected, outcome.wrong) : toAppendResponse(outcome.last),
  };
}

/** Resolves when the client has sent everything; never when it disconnects before. */
function receiveRequest(call: ServerReadableStream<streams.AppendReq, streams.AppendResp>): Promise<AppendRequest> {
  const request: AppendRequest = { options: undefined, events: [] };
  return new Promise((resolve) => {
    call.on('data', (message: streams.AppendReq) => {
      const proposed = message.getProposedMessage();
      if (proposed) request.events.push(readProposedEvent(proposed));
      else request.options = message.getOptions();
    });
    call.on('end', () => {
      // A connection that is cut ends the stream too, and only then reports the call as canceled.
      setImmediate(() => {
        if (!call.cancelled) resolve(request);
      });
    });
    call.on('error', () => undefined);
  });
}
