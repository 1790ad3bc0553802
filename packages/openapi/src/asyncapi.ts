import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { contractVersion } from '@trust/contracts/contract-version';
import {
  aggregateOf,
  type EventType,
  publisherOf,
  shortLivedSeconds,
  streamOfAggregate,
  subjectOf,
} from '@trust/contracts/event';
import type { ValueMeanings } from '@trust/contracts/values/value-list';
import { z } from 'zod';
import { exampleContact } from './contract-document.ts';
import { describeSchema } from './description/describe-schema.ts';
import { exampleOf, type JsonSchema } from './description/example.ts';
import { openEnums } from './description/open-enums.ts';

const audience =
  'For developers of the services of this platform: its services alone publish and consume these events, and the broker is not reachable ' +
  'from outside. Apps, portals and other platforms use the HTTP API.';

const privacy =
  'Payloads contain ids and public facts. Events never contain coordinates, contact data, hashes, object keys, document content or ' +
  'free text of a reviewer. One-time codes are encrypted (JWE) for the webhooks service.';

const delivery =
  'Each service publishes from a transactional outbox to its own JetStream stream, at least once. Consumers de-duplicate by `ce-id`. ' +
  'The subject is `<service>.<aggregate>.<rest of the type>`, so consumers filter by aggregate. Events with `ce-partitionkey` ' +
  'belong to an aggregate and are applied in the order of `ce-sequence`, which has no gaps. A payload can get new optional fields: ' +
  '`additionalProperties: false` holds for publishers, and consumers ignore fields that they do not know. Events ' +
  '`….snapshot.v1` announce the current state to a consumer that has no earlier events.';

/** CloudEvents 1.0 in binary mode, and the trace context. */
const headers = {
  type: 'object',
  required: ['ce-specversion', 'ce-id', 'ce-type', 'ce-source', 'ce-time'],
  properties: {
    'ce-specversion': { type: 'string', const: '1.0' },
    'ce-id': {
      type: 'string',
      format: 'uuid',
      description: 'Identifier of the event, equal for every delivery; also `Nats-Msg-Id`.',
    },
    'ce-type': { type: 'string', description: 'The event type: `provider.service.selected.v1`.' },
    'ce-source': { type: 'string', description: 'The publishing service: `/provider`.' },
    'ce-time': { type: 'string', format: 'date-time', description: 'When the event was recorded.' },
    'ce-partitionkey': {
      type: 'string',
      description: 'Identifier of the aggregate, percent-encoded. Absent from events without order.',
    },
    'ce-sequence': {
      type: 'string',
      pattern: '^[1-9][0-9]*$',
      description: 'Position in the history of the aggregate, from 1 without gaps.',
    },
    'ce-keptfrom': {
      type: 'string',
      pattern: '^[1-9][0-9]*$',
      description: 'On the first event of a snapshot: the oldest `ce-sequence` that the publisher still has.',
    },
    traceparent: { type: 'string', description: 'W3C trace context of the request that caused the event.' },
  },
};

type Missing = { example: (place: string) => void; description: (place: string) => void };
type Texts = (name: string, values: ValueMeanings) => void;

/** AsyncAPI 3.0: a channel per event type, `send` of its publisher, `receive` of each consumer. */
export async function asyncApiDocument(root: string, missing?: Missing, texts?: Texts) {
  const types = await eventTypes(root);
  const consumers = await consumersOf(root);
  const operations = types.flatMap((type) => [
    operation('send', publisherOf(type.type), type),
    ...(consumers.get(type.type) ?? []).map((service) => operation('receive', service, type)),
  ]);
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Provider Trust Platform: events',
      version: contractVersion,
      description: `${audience}\n\n${delivery}\n\n${privacy}`,
      contact: exampleContact,
      license: { name: 'Proprietary' },
    },
    defaultContentType: 'application/json',
    channels: Object.fromEntries(types.map((type) => [type.type, channel(type)])),
    operations: Object.fromEntries(operations),
    components: {
      messages: Object.fromEntries(types.map((type) => [type.type, message(type, missing, texts)])),
      messageTraits: { cloudEvent: { headers } },
    },
  };
}

async function eventTypes(root: string): Promise<EventType[]> {
  const files = globSync('packages/contracts/src/events/*.ts', { cwd: root }).sort();
  const modules = await Promise.all(files.map((file) => import(join(root, file))));
  const exported = modules.flatMap((module) => Object.values(module));
  const types = exported.flatMap((value) =>
    isEventType(value) ? [value] : isRecord(value) ? Object.values(value).filter(isEventType) : [],
  );
  return types.sort((a, b) => (a.type < b.type ? -1 : 1));
}

async function consumersOf(root: string): Promise<Map<string, string[]>> {
  const consumers = new Map<string, string[]>();
  for (const service of globSync('services/*', { cwd: root })
    .map((path) => path.slice('services/'.length))
    .sort()) {
    const file = join(root, 'services', service, 'src/subscriptions.ts');
    if (!existsSync(file)) continue;
    const { subscriptions }: { subscriptions: { type: EventType }[] } = await import(file);
    for (const { type } of subscriptions.map((one) => one.type))
      consumers.set(type, [...(consumers.get(type) ?? []), service]);
  }
  return consumers;
}

function channel(event: EventType) {
  const { type, summary } = event;
  const stream = streamOfAggregate(publisherOf(type), aggregateOf(event));
  const maxAge = event.isShortLived ? `, for ${shortLivedSeconds / 60} minutes` : '';
  return {
    address: subjectOf(type, aggregateOf(event)),
    title: type,
    summary,
    description: `In the stream \`${stream}\`${maxAge}.`,
    messages: { event: { $ref: messageRef(type) } },
  };
}

function message({ type, summary, payload, aggregate }: EventType, missing?: Missing, texts?: Texts) {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(payload, { target: 'draft-7' });
  const resolve = (ref: string) => ({ name: '', schema: resolveIn(schema as JsonSchema, ref) });
  const example = exampleOf(
    schema as JsonSchema,
    { field: '', within: '', name: type },
    { resolve, missing: (field) => missing?.example(`${type}: ${field}`) },
  );
  return {
    name: type,
    title: type,
    summary,
    contentType: 'application/json',
    traits: [{ $ref: '#/components/messageTraits/cloudEvent' }],
    'x-ordered': aggregate !== undefined,
    payload: describedPayload(schema as JsonSchema, type, { resolve, missing: missing?.description, texts }),
    examples: [{ name: type, payload: example }],
  };
}

function describedPayload(schema: JsonSchema, type: string, options: Parameters<typeof describeSchema>[2]): JsonSchema {
  const { definitions = {}, ...payload } = schema as JsonSchema & { definitions?: Record<string, JsonSchema> };
  const named = Object.entries(definitions).map(([name, one]) => [name, openEnums(describeSchema(one, name, options))]);
  return {
    ...openEnums(describeSchema(payload, type, options)),
    ...(named.length > 0 && { definitions: Object.fromEntries(named) }),
  } as JsonSchema;
}

function resolveIn(schema: object, ref: string): JsonSchema {
  const segments = ref.slice(2).split('/');
  return segments.reduce<unknown>((found, step) => (isRecord(found) ? found[step] : undefined), schema) as JsonSchema;
}

function operation(action: 'send' | 'receive', service: string, { type, summary }: EventType): [string, object] {
  const reference = { $ref: `#/channels/${type}` };
  const value = {
    action,
    channel: reference,
    title: `${service} ${action}s ${type}`,
    summary,
    'x-service': service,
    messages: [{ $ref: `#/channels/${type}/messages/event` }],
  };
  return [`${service}.${action}.${type}`, value];
}

function messageRef(type: string): string {
  return `#/components/messages/${type}`;
}

function isEventType(value: unknown): value is EventType {
  return isRecord(value) && typeof value.type === 'string' && value.payload instanceof z.ZodType;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
