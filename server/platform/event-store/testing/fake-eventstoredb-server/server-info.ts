import features from '@eventstore/db-client/generated/serverfeatures_pb.js';
import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import type { ServiceDefinition } from '@grpc/grpc-js';

const version = '23.10.6';

/** The request of a connecting client: the supported methods. */
export function listSupportedMethods(service: ServiceDefinition): features.SupportedMethods {
  const methods = Object.values(service).map(({ path }) => {
    const [, serviceName = '', methodName = ''] = path.split('/');
    return new features.SupportedMethod().setServiceName(serviceName).setMethodName(methodName.toLowerCase());
  });
  return new features.SupportedMethods().setEventStoreServerVersion(version).setMethodsList(methods);
}

/** The request of a client that looks for the leader: this cluster has one member. */
export function describeCluster(port: number): gossip.ClusterInfo {
  const member = new gossip.MemberInfo()
    .setInstanceId(new shared.UUID().setString('00000000-0000-4000-8000-000000000000'))
    .setState(gossip.MemberInfo.VNodeState.LEADER)
    .setIsAlive(true)
    .setHttpEndPoint(new gossip.EndPoint().setAddress('127.0.0.1').setPort(port));
  return new gossip.ClusterInfo().setMembersList([member]);
}
