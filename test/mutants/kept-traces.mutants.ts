import { mutantsOf } from './mutant.ts';

const kept = '/deploy/local/telemetry/kept-traces.test.ts';
const sampling = 'src/observability/tail-sampling.test.ts';

/** A request that failed or was slow has its trace, and what waits for the decision is bounded. */
export const mutants = mutantsOf('packages/service-kit', [
  ['src/observability/tail-sampling.ts', 'isSlow || root.status.code === SpanStatusCode.ERROR', 'isSlow', kept],
  ['src/observability/tail-sampling.ts', 'isSlow || root.status.code === SpanStatusCode.ERROR', 'true', kept],
  ['src/observability/tail-sampling.ts', 'msOf(root) > this.#options.slowMs', 'false', kept],
  ['src/observability/tail-sampling.ts', ' && !isStream', '', kept],
  ['src/observability/tail-sampling.ts', 'root.kind === SpanKind.SERVER && ', '', sampling],
  ['src/observability/tail-sampling.ts', 'if (this.#held <= this.#options.maxSpans) return;', 'return;', sampling],
  ['src/observability/tail-sampling.ts', 'if (work.since > until) return;', 'return;', sampling],
  ['src/observability/tail-sampling.ts', ' && work.spans.length < this.#options.maxSpansPerRequest', '', sampling],
  ['src/observability/tail-sampling.ts', 'this.#open.has(work) && ', '', sampling],
  ['src/observability/tail-sampling.ts', 'else if (work.isKept) this.#exported.onEnd(asSampled(span));', '', sampling],
  ['src/observability/start-telemetry.ts', 'share > 0 ? sdk', 'share < 0 ? sdk', kept],
  ['src/observability/start-telemetry.ts', 'share > 0 ? sdk', 'share >= 0 ? sdk', kept],
  [
    '/services/gateway/src/proxy/proxy-operation.ts',
    "isStream: operation.bulkhead === 'streaming'",
    'isStream: false',
    kept,
  ],
  ['src/http/mount.ts', 'isStreaming(route.declaration), options.log', 'false, options.log', kept],
]);
