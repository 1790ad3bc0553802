import { Deployment } from 'kubernetes-models/apps/v1';
import { CronJob } from 'kubernetes-models/batch/v1';
import type { IContainer, IPodSpec } from 'kubernetes-models/v1';
import { serviceDatabases } from '../local/services.ts';
import { eventsSecret } from '../toolbox/commands.ts';
import { port } from './settings.ts';
import {
  hardened,
  hardenedPod,
  httpProbes,
  labelsOf,
  prepare,
  settingsMountOf,
  settingsVolume,
  temporary,
} from './workload.ts';

/** The Secrets of what no service does: preparing databases and streams, and asking services over NATS. */
export const stepSecrets: Record<string, string[]> = {
  databases: ['POSTGRES_URL', 'ROLE_PASSWORDS'],
  backup: ['POSTGRES_URL', 'BACKUP_S3_ACCESS_KEY', 'BACKUP_S3_SECRET_KEY', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'],
  partitions: ['POSTGRES_URL'],
  ...Object.fromEntries(serviceDatabases.map((name) => [`migrate-${name}`, ['DATABASE_OWNER_URL']])),
  streams: ['NATS_PROVISIONER_PASSWORD'],
  events: eventsSecret,
};

/**
 * A deploy runs a Job of the template before it starts new replicas; the deployment creates lost streams again; partitions are created and
 * dropped each day.
 */
export function steps(): [CronJob, Deployment, CronJob] {
  return [prepareTemplate(), streamsDeployment(), partitionsJob()];
}

/** Each step may run again. None starts before those above it have succeeded. */
function prepareTemplate(): CronJob {
  const migrations = serviceDatabases.map((name) => ({
    ...stepContainer('migrate', { secret: `migrate-${name}` }),
    env: [{ name: 'SERVICE', value: name }],
  }));
  return jobTemplate('prepare', {
    labels: prepare,
    backoffLimit: 5,
    activeDeadlineSeconds: 1800,
    pod: {
      ...stepPod(
        'databases',
        ...serviceDatabases.map((name) => `migrate-${name}`),
        'evidence',
        'operations',
        'provider',
        'streams',
      ),
      restartPolicy: 'OnFailure',
      initContainers: [
        stepContainer('databases'),
        ...migrations,
        serviceStep('buckets', 'evidence', 'services/evidence/src/storage/buckets-command.ts'),
        serviceStep('checkpoint-bucket', 'operations', 'services/operations/src/audit/checkpoints/bucket-command.ts'),
        { ...serviceStep('catalogue', 'provider', 'services/provider/src/seed.ts'), resources: resources('512Mi') },
      ],
      containers: [stepContainer('streams', { maps: ['platform', 'streams'] })],
    },
  });
}

type Template = {
  labels?: Record<string, string>;
  pod: IPodSpec;
  backoffLimit: number;
  activeDeadlineSeconds: number;
  /** In UTC. Without it the job never runs by itself. */
  schedule?: string;
};

/** `kubectl create job --from=cronjob/<name>` starts it, as often as wanted (ADR 0116). */
export function jobTemplate(
  name: string,
  { labels = {}, pod, backoffLimit, activeDeadlineSeconds, schedule }: Template,
) {
  const podLabels = { ...labelsOf(name), 'app.kubernetes.io/component': 'step' };
  return new CronJob({
    metadata: { name, labels: { ...labelsOf(name), ...labels } },
    spec: {
      ...(schedule
        ? { schedule, timeZone: 'Etc/UTC', concurrencyPolicy: 'Forbid' }
        : // A day that no month has: also a template that somebody resumes does not start.
          { suspend: true, schedule: '0 0 31 2 *' }),
      jobTemplate: {
        metadata: { labels: podLabels },
        spec: {
          backoffLimit,
          activeDeadlineSeconds,
          ttlSecondsAfterFinished: 86_400,
          template: { metadata: { labels: podLabels }, spec: pod },
        },
      },
    },
  });
}

/** Partitions exist for two weeks, so a day on which it fails does no harm; PartitionsRunOut alerts. */
function partitionsJob(): CronJob {
  return jobTemplate('partitions', {
    schedule: '15 3 * * *',
    backoffLimit: 3,
    activeDeadlineSeconds: 3600,
    pod: { ...stepPod('partitions'), restartPolicy: 'Never', containers: [stepContainer('partitions')] },
  });
}

function streamsDeployment(): Deployment {
  const watcher = {
    ...stepContainer('watch-streams', { secret: 'streams', maps: ['platform', 'streams'] }),
    command: ['/usr/local/bin/node', '--env-file=/run/secrets/settings', 'deploy/kubernetes/watch-streams.ts'],
    args: [],
    ports: [{ name: 'http', containerPort: port }],
    ...httpProbes,
  };
  return new Deployment({
    metadata: { name: 'streams', labels: labelsOf('streams') },
    spec: {
      replicas: 1,
      selector: { matchLabels: { 'app.kubernetes.io/name': 'streams' } },
      template: {
        metadata: { labels: { ...labelsOf('streams'), 'app.kubernetes.io/component': 'step' } },
        spec: { ...stepPod('streams'), containers: [watcher] },
      },
    },
  });
}

function stepPod(...secretNames: string[]) {
  return { ...hardenedPod, volumes: [temporary, ...secretNames.map(settingsVolume)] } satisfies Partial<IPodSpec>;
}

/** Each container mounts its own Secret only. */
function stepContainer(step: string, { secret = step, maps = ['platform'] } = {}): IContainer {
  return hardened({
    name: secret === 'streams' ? step : secret,
    image: 'trust/setup',
    args: [step],
    envFrom: maps.map((name) => ({ configMapRef: { name } })),
    resources: resources('256Mi'),
    volumeMounts: [settingsMountOf(secret)],
  });
}

/** A command of a service, in its image and with its settings. */
function serviceStep(name: string, service: string, script: string): IContainer {
  return hardened({
    name,
    image: `trust/${service}`,
    args: [script],
    envFrom: [{ configMapRef: { name: 'platform' } }, { configMapRef: { name: service } }],
    resources: resources('256Mi'),
    volumeMounts: [settingsMountOf(service)],
  });
}

const resources = (memory: string) => ({ requests: { cpu: '100m', memory: '128Mi' }, limits: { memory } });
