import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import type { Meter } from '@opentelemetry/api';

/** Milliseconds; as often as the kit's overload monitor looks. */
const resolution = 20;

/** Memory, processor and event loop of this process, with the names and units of OpenTelemetry's conventions. */
export function measureProcess(meter: Meter): void {
  const memory = meter.createObservableGauge('process.memory.usage', { unit: 'By' });
  const cpu = meter.createObservableCounter('process.cpu.time', { unit: 's' });
  const loopTime = meter.createObservableCounter('nodejs.eventloop.time', { unit: 's' });
  const utilization = meter.createObservableGauge('nodejs.eventloop.utilization', { unit: '1' });
  const delay = meter.createObservableGauge('nodejs.eventloop.delay.p99', { unit: 's' });
  const delays = monitorEventLoopDelay({ resolution });
  delays.enable();
  let last = performance.eventLoopUtilization();

  meter.addBatchObservableCallback(
    (result) => {
      result.observe(memory, process.memoryUsage.rss());
      const { user, system } = process.cpuUsage();
      result.observe(cpu, user / 1e6, { 'cpu.mode': 'user' });
      result.observe(cpu, system / 1e6, { 'cpu.mode': 'system' });
      const total = performance.eventLoopUtilization();
      result.observe(loopTime, total.active / 1000, { 'nodejs.eventloop.state': 'active' });
      result.observe(loopTime, total.idle / 1000, { 'nodejs.eventloop.state': 'idle' });
      result.observe(utilization, performance.eventLoopUtilization(total, last).utilization);
      last = total;
      // Without a sample since the last collection the percentile is 0.
      result.observe(delay, delays.percentile(99) / 1e9);
      delays.reset();
    },
    [memory, cpu, loopTime, utilization, delay],
  );
}
