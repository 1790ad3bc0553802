import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { HostMetrics } from '@opentelemetry/host-metrics';
import { RuntimeNodeInstrumentation } from '@opentelemetry/instrumentation-runtime-node';
import { type IMetricReader, MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { resourceOf } from './resource.ts';

/** Milliseconds; as often as the kit's overload monitor looks. */
const monitoringPrecision = 20;

/** With `isExported` it pushes to OTEL_EXPORTER_OTLP_ENDPOINT, and measures process and event loop too. */
export function openMeterProvider(service: string, readers: IMetricReader[], isExported: boolean): MeterProvider {
  if (!isExported) return new MeterProvider({ resource: resourceOf(service), readers });
  const exportIntervalMillis = Number(process.env.OTEL_METRIC_EXPORT_INTERVAL ?? 60_000);
  // The reader does not read this variable itself.
  const pushing = new PeriodicExportingMetricReader({ exporter: new OTLPMetricExporter(), exportIntervalMillis });
  const meterProvider = new MeterProvider({ resource: resourceOf(service), readers: [...readers, pushing] });
  new HostMetrics({ meterProvider, metricGroups: ['process.cpu', 'process.memory'] }).start();
  new RuntimeNodeInstrumentation({ monitoringPrecision }).setMeterProvider(meterProvider);
  return meterProvider;
}
