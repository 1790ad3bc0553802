import { baseEnvironment, repositoryRoot } from '../environment.ts';
import { freePort } from '../ports.ts';
import { Child, type ChildOptions } from '../supervisor/child.ts';
import { httpStatus } from '../supervisor/liveness.ts';

export type Telemetry = AsyncDisposable & { port: number };

/** Whether services send to the local receiver: not if the user chose another one or none. */
export function hasLocalTelemetry(environment: NodeJS.ProcessEnv = process.env): boolean {
  return !environment.OTEL_EXPORTER_OTLP_ENDPOINT && environment.OTEL_SDK_DISABLED !== 'true';
}

export async function startTelemetryReceiver(
  { dataDir, logFile }: { dataDir: string; logFile: string },
  childOptions: ChildOptions = {},
): Promise<Telemetry> {
  const port = await freePort();
  const child = await Child.start(
    {
      name: 'telemetry',
      command: [
        process.execPath,
        '--max-semi-space-size=4',
        'deploy/local/telemetry/receiver.ts',
        ...['--port', String(port), '--dir', dataDir],
      ],
      cwd: repositoryRoot,
      env: baseEnvironment(),
      logFile,
      isReady: async () => (await httpStatus(receiverUrl(port, '/healthz'), 3_000)) === 200,
      readyWithinMs: 30_000,
      stopSignal: 'SIGTERM',
      stopWithinMs: 5_000,
    },
    childOptions,
  );
  return { port, [Symbol.asyncDispose]: () => child.stop() };
}

export function receiverUrl(port: number, path = ''): string {
  return `http://127.0.0.1:${port}${path}`;
}

/** Spans appear within a second, metrics within ten. Variables of the user come after these. */
export function telemetrySettings(port: number): Record<string, string> {
  return {
    OTEL_EXPORTER_OTLP_ENDPOINT: receiverUrl(port),
    OTEL_BSP_SCHEDULE_DELAY: '500',
    OTEL_METRIC_EXPORT_INTERVAL: '10000',
  };
}
