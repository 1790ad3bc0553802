import { context, trace } from '@opentelemetry/api';
import { InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace';
import { expect, test } from 'vitest';
import { openWorld } from '../../test/event-world.ts';
import { on } from '../../test/events.ts';
import { startTelemetry } from '../observability/start-telemetry.ts';
import { SpanKind, withSpan } from '../observability/telemetry.ts';
import { emit } from '../outbox/outbox.ts';

test('one trace covers the change, outbox, relay, NATS, consumer and its database', async () => {
  const exporter = new InMemorySpanExporter();
  await using _telemetry = await startTelemetry('test', { processors: [new SimpleSpanProcessor({ exporter })] });
  await using world = await openWorld();
  const { db, events } = world;
  let failures = 0;
  const subscriptions = [
    on(events.changed, async ({ value }, { trx, event: { id } }) => {
      if (value === 2 && failures++ < 2) throw new Error('not yet');
      await trx.insertInto('effect').values({ event_id: id, thing: null, value }).execute();
    }),
  ];
  const relay = await world.relay();
  const consumers = await world.consume({ subscriptions, settings: { retry: 5, ackWait: 1000 } });
  const traceId = await withSpan({ name: 'PUT /thing', kind: SpanKind.SERVER }, async () => {
    await db.transact((trx) => emit(trx, events.changed, { thing: 'a', value: 1 }));
    return trace.getSpanContext(context.active())?.traceId;
  });
  await relay.drain();
  await consumers.drain();

  const spans = exporter.getFinishedSpans();
  const byName = (name: string) => spans.filter((span) => span.name.startsWith(name));
  const [send] = byName('send ');
  const [process] = byName('process ');
  expect(byName('PUT /thing')[0]?.spanContext().traceId).toBe(traceId);
  expect(send?.spanContext().traceId).toBe(traceId);
  expect(process?.spanContext().traceId).toBe(traceId);
  expect(process?.parentSpanContext?.spanId).toBe(send?.spanContext().spanId);
  const effect = byName('insert into "effect"')[0];
  expect(effect?.parentSpanContext?.spanId).toBe(process?.spanContext().spanId);

  exporter.reset();
  await db.transact((trx) => emit(trx, events.changed, { thing: 'a', value: 2 }));
  await relay.drain();
  await consumers.drain();
  const again = exporter.getFinishedSpans().filter((span) => span.name.startsWith('process '));
  const original = again[0]?.spanContext().traceId;
  expect(failures).toBe(2 + 1);
  expect(again.at(-1)?.parentSpanContext).toBeUndefined();
  expect(again.at(-1)?.links.map((link) => link.context.traceId)).toEqual([original]);
});
