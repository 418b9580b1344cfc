import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { StoredRecord, ProposedEvent } from './event-storage.ts';
import type { ExpectedRevision } from './append-decision.ts';

const ticksPerMillisecond = 10_000n;

/** Name of the stream that a request is about. */
export function readStreamName(
  options: { getStreamIdentifier: () => shared.StreamIdentifier | undefined } | undefined,
): string {
  return Buffer.from(options?.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString();
}

export function readExpectedRevision(options: streams.AppendReq.Options): ExpectedRevision {
  if (options.hasAny()) return 'any';
  if (options.hasStreamExists()) return 'stream_exists';
  return options.hasNoStream() ? -1 : Number(options.getRevision());
}

export function readProposedEvent(message: streams.AppendReq.ProposedMessage): ProposedEvent {
  return {
    id: message.getId()?.getString().toLowerCase() ?? '',
    type: message.getMetadataMap().get('type') ?? '',
    contentType: message.getMetadataMap().get('content-type') ?? '',
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  };
}

export function toAppendResponse(last: StoredRecord | null): streams.AppendResp {
  const success = new streams.AppendResp.Success();
  if (!last) return new streams.AppendResp().setSuccess(success.setNoStream(new shared.Empty()));
  const position = new streams.AppendResp.Position()
    .setCommitPosition(String(last.position))
    .setPreparePosition(String(last.position));
  return new streams.AppendResp().setSuccess(success.setCurrentRevision(String(last.revision)).setPosition(position));
}

export function toWrongVersionResponse(expected: ExpectedRevision, current: number): streams.AppendResp {
  const wrong = new streams.AppendResp.WrongExpectedVersion();
  if (current === -1) wrong.setCurrentNoStream(new shared.Empty());
  else wrong.setCurrentRevision(String(current));
  if (expected === 'any') wrong.setExpectedAny(new shared.Empty());
  else if (expected === 'stream_exists') wrong.setExpectedStreamExists(new shared.Empty());
  else if (expected === -1) wrong.setExpectedNoStream(new shared.Empty());
  else wrong.setExpectedRevision(String(expected));
  return new streams.AppendResp().setWrongExpectedVersion(wrong);
}

export function toReadResponse({
  id,
  stream,
  revision,
  position,
  type,
  contentType,
  created,
  data,
  metadata,
}: StoredRecord) {
  const event = new streams.ReadResp.ReadEvent.RecordedEvent()
    .setId(new shared.UUID().setString(id))
    .setStreamIdentifier(new shared.StreamIdentifier().setStreamName(Buffer.from(stream)))
    .setStreamRevision(String(revision))
    .setCommitPosition(String(position))
    .setPreparePosition(String(position))
    .setCustomMetadata(metadata)
    .setData(data);
  event
    .getMetadataMap()
    .set('type', type)
    .set('content-type', contentType)
    .set('created', String(BigInt(created.getTime()) * ticksPerMillisecond));
  const read = new streams.ReadResp.ReadEvent().setEvent(event).setCommitPosition(String(position));
  return new streams.ReadResp().setEvent(read);
}

export function toStreamNotFoundResponse(stream: string): streams.ReadResp {
  const identifier = new shared.StreamIdentifier().setStreamName(Buffer.from(stream));
  return new streams.ReadResp().setStreamNotFound(
    new streams.ReadResp.StreamNotFound().setStreamIdentifier(identifier),
  );
}

export const toConfirmationResponse = (id: string) =>
  new streams.ReadResp().setConfirmation(new streams.ReadResp.SubscriptionConfirmation().setSubscriptionId(id));

export const toCaughtUpResponse = () => new streams.ReadResp().setCaughtUp(new streams.ReadResp.CaughtUp());

export function toCheckpointResponse(position: number): streams.ReadResp {
  const reached = new streams.ReadResp.Checkpoint()
    .setCommitPosition(String(position))
    .setPreparePosition(String(position));
  return new streams.ReadResp().setCheckpoint(reached);
}

/** The answer to a delete: the position of the event that marks it. */
export function toDeleteResponse(mark: StoredRecord | null): streams.DeleteResp {
  const position = String(mark?.position ?? 0);
  return new streams.DeleteResp().setPosition(
    new streams.DeleteResp.Position().setCommitPosition(position).setPreparePosition(position),
  );
}
