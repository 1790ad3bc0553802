import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { type IMetricReader, MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { measureProcess } from './process-metrics.ts';
import { resourceOf } from './resource.ts';

/** If `isExported`, it pushes to OTEL_EXPORTER_OTLP_ENDPOINT, and measures process and event loop too. */
export function openMeterProvider(service: string, readers: IMetricReader[], isExported: boolean): MeterProvider {
  if (!isExported) return new MeterProvider({ resource: resourceOf(service), readers });
  const exportIntervalMillis = Number(process.env.OTEL_METRIC_EXPORT_INTERVAL ?? 60_000);
  // The reader does not read this variable itself.
  const pushing = new PeriodicExportingMetricReader({ exporter: new OTLPMetricExporter(), exportIntervalMillis });
  const meterProvider = new MeterProvider({ resource: resourceOf(service), readers: [...readers, pushing] });
  measureProcess(meterProvider.getMeter('@trust/service-metrics'));
  return meterProvider;
}
