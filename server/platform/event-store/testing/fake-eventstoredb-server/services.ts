import gossip from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import features from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import streams from '@eventstore/db-client/generated/streams_grpc_pb.js';
import messages from '@eventstore/db-client/generated/streams_pb.js';
import { type sendUnaryData, Server } from '@grpc/grpc-js';
import { answerAppends, type AppendLoad } from './appends.ts';
import type { ClientPort } from './client-port.ts';
import type { Faults } from './faults.ts';
import { describeCluster, listSupportedMethods } from './server-info.ts';
import type { FakeLog } from './fake-log.ts';
import { toDeleteResponse, readStreamName } from './messages.ts';
import { type ResponseStream, createResponseStream, type ReadCall } from './response-stream.ts';
import { answerRead } from './reads.ts';
import { answerSubscription } from './subscriptions.ts';

type GrpcServerDeps = {
  log: FakeLog;
  faults: Faults;
  clientPort: ClientPort;
  load: AppendLoad;
  followed: SubscriptionStats;
  calls: CallCounts;
};
/** The calls so far to a stream, without those to all events. */
export type CallCounts = { appends: number; reads: number };
/** The open subscriptions, how many were notified that they had caught up, and after which positions they began. */
export type SubscriptionStats = { open: Set<ResponseStream>; caughtUp: number; after: number[] };

/** Larger messages are rejected before they are parsed. */
const maxMessageBytes = 16 * 2 ** 20;

/** All services. The batch path is offered, as by the real server, but fails: no test may use it. */
export function createGrpcServer({ log, faults, clientPort, load, followed, calls }: GrpcServerDeps): Server {
  const server = new Server({ 'grpc.max_receive_message_length': maxMessageBytes });
  const respondWith =
    <Q, A>(answerTo: (request: Q) => A) =>
    ({ request }: { request: Q }, answer: sendUnaryData<A>) => {
      void Promise.resolve(faults.turn()).then(() => answer(null, answerTo(request)));
    };
  const read = async (call: ReadCall): Promise<void> => {
    const responses = createResponseStream(call, faults);
    const options = call.request.getOptions();
    await faults.turn();
    if (options?.hasStream()) calls.reads += 1;
    if (!options?.hasSubscription()) return answerRead(log, options, responses);
    const live = () => {
      followed.caughtUp += 1;
    };
    followed.open.add(responses);
    followed.after.push(Number(options.getAll()?.getPosition()?.getCommitPosition() ?? 0));
    await answerSubscription({ log, options, faults, out: responses, live }).finally(() =>
      followed.open.delete(responses),
    );
  };
  server.addService(streams.StreamsService, {
    append: answerAppends({ log, faults, load, calls, cut: clientPort.cut }),
    // A client that disconnects in the middle is no error.
    read: (call: ReadCall) => void read(call).catch(() => undefined),
    delete: respondWith((request: messages.DeleteReq) =>
      toDeleteResponse(log.remove(readStreamName(request.getOptions()))),
    ),
    tombstone: respondWith((request: messages.TombstoneReq) => {
      log.tombstone(readStreamName(request.getOptions()));
      return new messages.TombstoneResp();
    }),
  });
  server.addService(features.ServerFeaturesService, {
    getSupportedMethods: respondWith(() => listSupportedMethods(streams.StreamsService)),
  });
  server.addService(gossip.GossipService, { read: respondWith(() => describeCluster(clientPort.port)) });
  return server;
}
