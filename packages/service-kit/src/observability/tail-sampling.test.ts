import { ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import {
  AlwaysOffSampler,
  createAlwaysRecordSampler,
  InMemorySpanExporter,
  SimpleSpanProcessor,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { afterEach, expect, test, vi } from 'vitest';
import { TailSampling } from './tail-sampling.ts';

afterEach(() => vi.useRealTimers());

function openSampling(bounds: { maxSpans?: number; maxSpansPerRequest?: number; maxAgeMs?: number } = {}) {
  const exporter = new InMemorySpanExporter();
  const sampling = new TailSampling(new SimpleSpanProcessor({ exporter }), { slowMs: 60_000, ...bounds });
  const provider = new TracerProvider({
    spanProcessors: [sampling],
    sampler: createAlwaysRecordSampler(new AlwaysOffSampler()),
  });
  const tracer = provider.getTracer('test');
  const start = (name: string, parent?: Span, kind = SpanKind.SERVER) =>
    tracer.startSpan(name, { kind }, parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT);
  return {
    sampling,
    start,
    step: (name: string, parent: Span) => start(name, parent, SpanKind.CLIENT).end(),
    fail: (span: Span) => span.setStatus({ code: SpanStatusCode.ERROR }).end(),
    exported: () => exporter.getFinishedSpans().map(({ name }) => name),
    [Symbol.asyncDispose]: () => provider.shutdown(),
  };
}

test('holds nothing after requests have ended, whether they failed or not', async () => {
  await using opened = openSampling();
  const [good, bad] = [opened.start('good'), opened.start('bad')];
  opened.step('of good', good);
  opened.step('of bad', bad);
  expect(opened.sampling.held).toBe(4);
  good.end();
  opened.fail(bad);
  expect(opened.sampling.held).toBe(0);
  expect(opened.exported()).toEqual(['of bad', 'bad']);
});

test('two requests of one trace in one process are decided apart', async () => {
  await using opened = openSampling();
  const page = opened.start('page');
  const remote = { ...page.spanContext(), isRemote: true };
  const api = opened.start('api', trace.wrapSpanContext(remote));
  opened.step('of api', api);
  opened.fail(api);
  page.end();
  expect(opened.exported()).toEqual(['of api', 'api']);
});

test('a span that ends after its failed request is exported, one after a good request is not', async () => {
  await using opened = openSampling();
  const [good, bad] = [opened.start('good'), opened.start('bad')];
  const late = [opened.start('late of good', good), opened.start('late of bad', bad)];
  good.end();
  opened.fail(bad);
  for (const span of late) span.end();
  expect(opened.exported()).toEqual(['bad', 'late of bad']);
  expect(opened.sampling.held).toBe(0);
});

test('the oldest request loses its spans beyond the bound, and is exported itself if it fails', async () => {
  await using opened = openSampling({ maxSpans: 10 });
  const requests = Array.from({ length: 30 }, (_, index) => opened.start(`request ${index}`));
  for (const [index, request] of requests.entries()) opened.step(`of ${index}`, request);
  expect(opened.sampling.held).toBeLessThanOrEqual(10);
  for (const request of requests) opened.fail(request);
  const exported = opened.exported();
  expect(exported.filter((name) => name.startsWith('request'))).toHaveLength(30);
  expect(exported).toContain('of 29');
  expect(exported).not.toContain('of 0');
  expect(opened.sampling.held).toBe(0);
});

test('one request holds its first spans up to its bound', async () => {
  await using opened = openSampling({ maxSpansPerRequest: 2 });
  const request = opened.start('request');
  for (let index = 0; index < 5; index++) opened.step(`of ${index}`, request);
  expect(opened.sampling.held).toBe(3);
  opened.fail(request);
  expect(opened.exported()).toEqual(['of 0', 'of 1', 'request']);
});

test('a request that never ends loses its spans after a time, without other requests', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  await using opened = openSampling({ maxAgeMs: 1000 });
  const request = opened.start('request');
  opened.step('of request', request);
  vi.advanceTimersByTime(900);
  expect(opened.sampling.held).toBe(2);
  vi.advanceTimersByTime(400);
  expect(opened.sampling.held).toBe(0);
});

test('work that no request caused is exported if it fails, however long it takes', async () => {
  await using opened = openSampling({});
  const [slow, failed] = [
    opened.start('slow', undefined, SpanKind.CONSUMER),
    opened.start('failed', undefined, SpanKind.CONSUMER),
  ];
  slow.end(Date.now() + 3_600_000);
  opened.fail(failed);
  expect(opened.exported()).toEqual(['failed']);
});
