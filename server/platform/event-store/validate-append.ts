import { InvalidAppend, type NewEvent, noStream } from './port.ts';

/** An event ready to be stored: id in lower case, data as JSON text. */
export type ValidatedEvent = { id: string; type: string; data: string };

/** Bytes of data in one append, the limit of an EventStoreDB. */
const maxBytes = 1_048_576;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** The records that an adapter writes for an append, validated alike by all adapters. Throws InvalidAppend. */
export function validateAppend(stream: string, events: NewEvent[], expectedRevision: number): ValidatedEvent[] {
  if (stream === '') throw new InvalidAppend('A stream needs a name');
  if (!Number.isSafeInteger(expectedRevision) || expectedRevision < noStream) {
    throw new InvalidAppend(`${expectedRevision} is no revision`);
  }
  const validated = events.map(validateEvent);
  const bytes = validated.reduce((sum, { data }) => sum + Buffer.byteLength(data), 0);
  if (bytes > maxBytes) {
    throw new InvalidAppend(`An append to ${stream} holds ${bytes} bytes of data, and ${maxBytes} is the most`);
  }
  return validated;
}

function validateEvent({ id, type, data }: NewEvent): ValidatedEvent {
  const lowerCase = id.toLowerCase();
  if (!uuid.test(lowerCase)) throw new InvalidAppend(`'${id}' is no id of an event: it must be a uuid`);
  if (type === '') throw new InvalidAppend(`Event ${id} needs a type`);
  return { id: lowerCase, type, data: toJson(data, `The data of event ${id} (${type})`) };
}

function toJson(data: unknown, what: string): string {
  let json: unknown;
  try {
    json = JSON.stringify(data);
  } catch (error) {
    throw new InvalidAppend(`${what} cannot be written as JSON`, { cause: error });
  }
  if (typeof json !== 'string') throw new InvalidAppend(`${what} is undefined`);
  return json;
}
