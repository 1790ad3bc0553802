import { Deployment } from 'kubernetes-models/apps/v1';
import { Job } from 'kubernetes-models/batch/v1';
import type { IContainer, IPodSpec } from 'kubernetes-models/v1';
import { serviceDatabases } from '../local/services.ts';
import { hardened, hardenedPod, labelsOf, prepare, settingsMountOf, settingsVolume, temporary } from './workload.ts';

/** The Secrets of what prepares the databases and streams: roles that no service has. */
export const stepSecrets: Record<string, string[]> = {
  databases: ['POSTGRES_URL', 'ROLE_PASSWORDS'],
  ...Object.fromEntries(serviceDatabases.map((name) => [`migrate-${name}`, ['DATABASE_OWNER_URL']])),
  streams: ['NATS_PROVISIONER_PASSWORD', 'STREAM_REPLICAS'],
};

/** The job runs before new replicas start; the deployment creates lost streams again. */
export function steps(): [Job, Deployment] {
  return [prepareJob(), streamsDeployment()];
}

/** The steps in their order. A finished Job is deleted, so that the next deploy can apply it again. */
function prepareJob(): Job {
  const migrations = serviceDatabases.map((name) => ({
    ...stepContainer('migrate', `migrate-${name}`),
    env: [{ name: 'SERVICE', value: name }],
  }));
  return new Job({
    metadata: { name: 'prepare', labels: { ...labelsOf('prepare'), ...prepare } },
    spec: {
      backoffLimit: 5,
      activeDeadlineSeconds: 1800,
      ttlSecondsAfterFinished: 300,
      template: {
        metadata: { labels: stepLabels('prepare') },
        spec: {
          ...stepPod('databases', ...serviceDatabases.map((name) => `migrate-${name}`), 'streams'),
          restartPolicy: 'OnFailure',
          initContainers: [stepContainer('databases'), ...migrations],
          containers: [stepContainer('streams')],
        },
      },
    },
  });
}

function streamsDeployment(): Deployment {
  return new Deployment({
    metadata: { name: 'streams', labels: labelsOf('streams') },
    spec: {
      replicas: 1,
      selector: { matchLabels: { 'app.kubernetes.io/name': 'streams' } },
      template: {
        metadata: { labels: stepLabels('streams') },
        spec: { ...stepPod('streams'), containers: [stepContainer('watch-streams', 'streams')] },
      },
    },
  });
}

const stepLabels = (name: string) => ({ ...labelsOf(name), 'app.kubernetes.io/component': 'step' });

function stepPod(...secretNames: string[]) {
  return { ...hardenedPod, volumes: [temporary, ...secretNames.map(settingsVolume)] } satisfies Partial<IPodSpec>;
}

/** Each container mounts its own Secret only. */
function stepContainer(step: string, secretName = step): IContainer {
  return hardened({
    name: secretName === 'streams' ? step : secretName,
    image: 'trust/setup',
    args: [step],
    envFrom: [{ configMapRef: { name: 'platform' } }],
    resources: { requests: { cpu: '100m', memory: '128Mi' }, limits: { memory: '256Mi' } },
    volumeMounts: [settingsMountOf(secretName)],
  });
}
