import gossip from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import features from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import streams from '@eventstore/db-client/generated/streams_grpc_pb.js';
import messages from '@eventstore/db-client/generated/streams_pb.js';
import { type sendUnaryData, Server } from '@grpc/grpc-js';
import { answerAppends, type Load } from './appends.ts';
import type { Door } from './door.ts';
import type { Faults } from './faults.ts';
import { clusterOf, supportedMethods } from './introductions.ts';
import type { Log } from './log.ts';
import { deletedAt, nameIn } from './messages.ts';
import { type Outlet, outlet, type ReadCall } from './outlet.ts';
import { answerRead } from './reads.ts';
import { answerSubscription } from './subscriptions.ts';

type Parts = { log: Log; faults: Faults; door: Door; load: Load; followed: Followed };
/** The subscriptions that are open, how many were told that they had caught up, and after which positions they began. */
export type Followed = { open: Set<Outlet>; caughtUp: number; after: number[] };

/** Larger messages are refused before anything looks at them. */
const largestMessage = 16 * 2 ** 20;

/** All that is answered. The batch path is offered, as by the real server, but fails: nobody here is to use it. */
export function serve({ log, faults, door, load, followed }: Parts): Server {
  const server = new Server({ 'grpc.max_receive_message_length': largestMessage });
  const inTurn =
    <Q, A>(answerTo: (request: Q) => A) =>
    ({ request }: { request: Q }, answer: sendUnaryData<A>) => {
      void Promise.resolve(faults.turn()).then(() => answer(null, answerTo(request)));
    };
  const read = async (call: ReadCall): Promise<void> => {
    const out = outlet(call, faults);
    const options = call.request.getOptions();
    await faults.turn();
    if (!options?.hasSubscription()) return answerRead(log, options, out);
    const live = () => {
      followed.caughtUp += 1;
    };
    followed.open.add(out);
    followed.after.push(Number(options.getAll()?.getPosition()?.getCommitPosition() ?? 0));
    await answerSubscription({ log, options, faults, out, live }).finally(() => followed.open.delete(out));
  };
  server.addService(streams.StreamsService, {
    append: answerAppends({ log, faults, load, cut: door.cut }),
    // A client that leaves in the middle is nobody's failure.
    read: (call: ReadCall) => void read(call).catch(() => undefined),
    delete: inTurn((request: messages.DeleteReq) => deletedAt(log.remove(nameIn(request.getOptions())))),
    tombstone: inTurn((request: messages.TombstoneReq) => {
      log.tombstone(nameIn(request.getOptions()));
      return new messages.TombstoneResp();
    }),
  });
  server.addService(features.ServerFeaturesService, {
    getSupportedMethods: inTurn(() => supportedMethods(streams.StreamsService)),
  });
  server.addService(gossip.GossipService, { read: inTurn(() => clusterOf(door.port)) });
  return server;
}
