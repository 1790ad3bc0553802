import type { JsMsg } from '@nats-io/jetstream';
import { headers, type MsgHdrs } from '@nats-io/transport-node';
import { publisherOf } from '@trust/contracts/event';

export type OutboxRow = {
  position: string;
  id: string;
  type: string;
  aggregate: string;
  aggregate_id: string | null;
  aggregate_seq: string | null;
  payload: string;
  headers: Record<string, string>;
  created_at: Date;
};

/** SQL for the fields of `OutboxRow`. */
export const outboxColumns =
  'position, id, type, aggregate, aggregate_id, aggregate_seq, payload::text as payload, headers, created_at';

export const keptFromHeader = 'ce-keptfrom';

/** `aggregateId` and `sequence` are both set or both absent. */
export type Envelope = {
  id: string;
  type: string;
  time: Date;
  aggregateId?: string;
  /** From 1 without gaps, per aggregate. */
  sequence?: number;
  /** The first event of a snapshot has it: the oldest sequence number that its publisher still has. */
  keptFrom?: number;
};

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** CloudEvents attributes as NATS headers (binary mode). */
export function headersOf(row: OutboxRow): MsgHdrs {
  const written = headers();
  const attributes: Record<string, string> = {
    ...row.headers,
    'ce-specversion': '1.0',
    'ce-id': row.id,
    'ce-type': row.type,
    'ce-source': `/${publisherOf(row.type)}`,
    'ce-time': row.created_at.toISOString(),
    ...(row.aggregate_id !== null && { 'ce-partitionkey': encodeURIComponent(row.aggregate_id) }),
    ...(row.aggregate_seq !== null && { 'ce-sequence': row.aggregate_seq }),
  };
  for (const [name, value] of Object.entries(attributes)) written.set(name, value);
  return written;
}

export function plainHeaders(message: JsMsg): Record<string, string> {
  const plain: Record<string, string> = {};
  for (const [name, values] of message.headers ?? []) plain[name] = values[0] ?? '';
  return plain;
}

/** `fallback`: the id of a message without one, the same at each delivery, so that it is parked once. */
export function envelopeOf(type: string, written: Record<string, string>, fallback: string): Envelope {
  const id = written['ce-id'] ?? '';
  const sequence = Number(written['ce-sequence']);
  const aggregateId = written['ce-partitionkey'];
  const keptFrom = Number(written[keptFromHeader]);
  const time = new Date(written['ce-time'] ?? '');
  return {
    id: uuid.test(id) ? id : fallback,
    type,
    time: Number.isNaN(time.getTime()) ? new Date(0) : time,
    ...(aggregateId && Number.isSafeInteger(sequence) && { aggregateId: decodeURIComponent(aggregateId), sequence }),
    ...(keptFrom > 0 && { keptFrom }),
  };
}
