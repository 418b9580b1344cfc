import type streams from '@eventstore/db-client/generated/streams_pb.js';
import type { handleClientStreamingCall, ServerReadableStream, ServiceError } from '@grpc/grpc-js';
import { streamDeleted, thrown, tooLarge } from './failures.ts';
import type { Faults } from './faults.ts';
import type { Log } from './log.ts';
import { expectedIn, nameIn, proposedIn, written, wrongVersion } from './messages.ts';
import type { Proposed } from './shelf.ts';

const mostBytes = 1_048_576;

type Request = { options: streams.AppendReq.Options | undefined; events: Proposed[] };
type Answer = { response: streams.AppendResp } | { error: ServiceError };
/** How many appends are being answered, and were at most. */
export type Load = { now: number; most: number };
type Server = { log: Log; faults: Faults; load: Load; cut: () => void };

/** The unary append: a stream of one header and the events, then one answer. */
export function answerAppends({
  log,
  faults,
  load,
  cut,
}: Server): handleClientStreamingCall<streams.AppendReq, streams.AppendResp> {
  return (call, answer) => {
    load.now += 1;
    load.most = Math.max(load.most, load.now);
    call.once('close', () => {
      load.now -= 1;
    });
    void received(call).then(async (request) => {
      await faults.turn();
      const outcome = append(log, request);
      if ('error' in outcome) answer(outcome.error);
      else if (outcome.response.hasSuccess() && faults.losesAcknowledgement()) cut();
      else answer(null, outcome.response);
    });
  };
}

function append(log: Log, { options, events }: Request): Answer {
  const stream = nameIn(options);
  if (!options || stream === '') return { error: thrown() };
  if (events.reduce((sum, { data }) => sum + data.length, 0) > mostBytes) return { error: tooLarge(mostBytes) };
  const expected = expectedIn(options);
  const outcome = log.append(stream, events, expected);
  if (outcome === 'deleted') return { error: streamDeleted(stream) };
  return { response: 'wrong' in outcome ? wrongVersion(expected, outcome.wrong) : written(outcome.last) };
}

/** Resolves when the client has said all; never when it leaves before. */
function received(call: ServerReadableStream<streams.AppendReq, streams.AppendResp>): Promise<Request> {
  const request: Request = { options: undefined, events: [] };
  return new Promise((resolve) => {
    call.on('data', (message: streams.AppendReq) => {
      const proposed = message.getProposedMessage();
      if (proposed) request.events.push(proposedIn(proposed));
      else request.options = message.getOptions();
    });
    call.on('end', () => {
      // A connection that is cut ends the stream too, and then tells that the call is cancelled.
      setImmediate(() => {
        if (!call.cancelled) resolve(request);
      });
    });
    call.on('error', () => undefined);
  });
}
