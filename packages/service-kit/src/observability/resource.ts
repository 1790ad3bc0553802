import { randomUUID } from 'node:crypto';
import { detectResources, envDetector, type Resource, resourceFromAttributes } from '@opentelemetry/resources';

// Without it, a collector would take two replicas for one process.
const instance = randomUUID();

/** OTEL_RESOURCE_ATTRIBUTES adds attributes, such as `service.version=4f2c1d9`, or names the instance. */
export function resourceOf(service: string): Resource {
  return resourceFromAttributes({ 'service.instance.id': instance })
    .merge(detectResources({ detectors: [envDetector] }))
    .merge(resourceFromAttributes({ 'service.name': service }));
}
