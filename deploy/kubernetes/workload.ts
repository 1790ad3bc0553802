import { Deployment } from 'kubernetes-models/apps/v1';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { type IContainer, type IPodSpec, Service } from 'kubernetes-models/v1';
import type { ServiceName } from '../local/services.ts';
import { port } from './settings.ts';

/** Resident memory at rest is about 115 MiB; evidence opens four documents at a time, of at most 700 MiB each. */
const memory: Partial<Record<ServiceName, { request: string; limit: string }>> = {
  evidence: { request: '1Gi', limit: '3500Mi' },
};
const defaultMemory = { request: '160Mi', limit: '384Mi' };

/** One service: Deployment, Service, disruption budget and autoscaler. */
export function workload(name: ServiceName) {
  const metadata = { name, labels: labelsOf(name) };
  const selector = { matchLabels: { 'app.kubernetes.io/name': name } };
  return [
    new Deployment({
      metadata,
      spec: {
        selector,
        revisionHistoryLimit: 3,
        // Never fewer replicas than before the deploy (promise L6).
        strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } },
        template: { metadata: { labels: { ...labelsOf(name), [versionLabel]: 'unknown' } }, spec: podSpec(name) },
      },
    }),
    new Service({
      metadata,
      spec: { selector: selector.matchLabels, ports: [{ name: 'http', port, targetPort: 'http' }] },
    }),
    new PodDisruptionBudget({ metadata, spec: { selector, maxUnavailable: 1 } }),
    autoscaler(name),
  ];
}

export function labelsOf(name: string): Record<string, string> {
  return { 'app.kubernetes.io/name': name, 'app.kubernetes.io/part-of': 'trust' };
}

/** The overlay replaces it with the tag of the image. */
const versionLabel = 'app.kubernetes.io/version';

/** On what has to exist before the new replicas start. */
export const prepare = { 'trust.example.org/phase': 'prepare' };

/** Non-root, without capabilities, on a read-only file system (promise SC3). */
export function hardened(container: IContainer): IContainer {
  return {
    ...container,
    securityContext: {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    },
    volumeMounts: [{ name: 'tmp', mountPath: '/tmp' }, ...(container.volumeMounts ?? [])],
  };
}

export const hardenedPod = {
  automountServiceAccountToken: false,
  enableServiceLinks: false,
  securityContext: {
    runAsNonRoot: true,
    runAsUser: 10_001,
    runAsGroup: 10_001,
    fsGroup: 10_001,
    seccompProfile: { type: 'RuntimeDefault' },
  },
} satisfies Partial<IPodSpec>;

/** The image reads secret settings from this file: environments of processes are easy to leak (promise SC4). */
export function settingsMountOf(secretName: string) {
  return { name: `settings-of-${secretName}`, mountPath: '/run/secrets', readOnly: true };
}

export function settingsVolume(secretName: string) {
  return {
    name: settingsMountOf(secretName).name,
    secret: { secretName, items: [{ key: 'settings', path: 'settings' }] },
  };
}

export const temporary = { name: 'tmp', emptyDir: { sizeLimit: '256Mi' } };

/** The rule of docs/deployment.md: `/livez` restarts, `/readyz` only ends requests. */
export const httpProbes = {
  startupProbe: { httpGet: { path: '/livez', port: 'http' }, periodSeconds: 2, failureThreshold: 30 },
  livenessProbe: {
    httpGet: { path: '/livez', port: 'http' },
    periodSeconds: 5,
    timeoutSeconds: 5,
    failureThreshold: 3,
  },
  readinessProbe: {
    httpGet: { path: '/readyz', port: 'http' },
    periodSeconds: 2,
    timeoutSeconds: 2,
    failureThreshold: 2,
  },
};

function podSpec(name: ServiceName): IPodSpec {
  const { request, limit } = memory[name] ?? defaultMemory;
  return {
    ...hardenedPod,
    // A shutdown takes at most 24 s.
    terminationGracePeriodSeconds: 30,
    topologySpreadConstraints: ['topology.kubernetes.io/zone', 'kubernetes.io/hostname'].map((topologyKey) => ({
      maxSkew: 1,
      topologyKey,
      whenUnsatisfiable: 'ScheduleAnyway',
      labelSelector: { matchLabels: { 'app.kubernetes.io/name': name } },
    })),
    containers: [
      hardened({
        name: 'service',
        image: `trust/${name}`,
        ports: [{ name: 'http', containerPort: port }],
        envFrom: [{ configMapRef: { name: 'platform' } }, { configMapRef: { name } }],
        env: [
          { name: 'POD_NAME', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
          { name: 'VERSION', valueFrom: { fieldRef: { fieldPath: `metadata.labels['${versionLabel}']` } } },
          // The autoscaler finds the pod of a metric by the instance; dashboards mark deployments by the version.
          { name: 'OTEL_RESOURCE_ATTRIBUTES', value: 'service.instance.id=$(POD_NAME),service.version=$(VERSION)' },
        ],
        resources: { requests: { cpu: '250m', memory: request }, limits: { memory: limit } },
        ...httpProbes,
        volumeMounts: [settingsMountOf(name)],
      }),
    ],
    volumes: [temporary, settingsVolume(name)],
  };
}

/** By load of a replica and, where events arrive, by their backlog. */
function autoscaler(name: ServiceName): HorizontalPodAutoscaler {
  return new HorizontalPodAutoscaler({
    metadata: { name, labels: labelsOf(name) },
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name },
      minReplicas: 2,
      maxReplicas: 10,
      metrics: [
        { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 70 } } },
        {
          type: 'Pods',
          // A quarter of MAX_IN_FLIGHT, where replicas begin to shed load (promise L3).
          pods: { metric: { name: metrics.inFlight }, target: { type: 'AverageValue', averageValue: '64' } },
        },
        ...(name === 'gateway' || name === 'website'
          ? []
          : [
              {
                type: 'External',
                external: {
                  metric: { name: metrics.lag, selector: { matchLabels: { job: name } } },
                  target: { type: 'AverageValue', averageValue: '500' },
                },
              },
            ]),
      ],
      behavior: { scaleDown: { stabilizationWindowSeconds: 300 } },
    },
  });
}

/** Names that the Prometheus adapter serves (prometheus-adapter.yaml). */
export const metrics = { inFlight: 'http_server_active_requests', lag: 'trust_consumer_lag' };
