import { Deployment } from 'kubernetes-models/apps/v1';
import { Job } from 'kubernetes-models/batch/v1';
import type { IContainer, IPodSpec } from 'kubernetes-models/v1';
import { hardened, hardenedPod, labelsOf, prepare, settingsMount, settingsVolume, temporary } from './workload.ts';

/** The Secrets of what prepares the databases and streams: roles that no service has. */
export const stepSecrets = {
  prepare: ['POSTGRES_URL', 'ROLE_PASSWORDS', 'DATABASE_OWNER_URLS', 'NATS_PROVISIONER_PASSWORD', 'STREAM_REPLICAS'],
  streams: ['NATS_PROVISIONER_PASSWORD', 'STREAM_REPLICAS'],
};

/** The job runs before new replicas start; the deployment creates lost streams again. */
export function steps(): [Job, Deployment] {
  return [prepareJob(), streamsDeployment()];
}

/** The steps in their order. A finished Job is deleted, so that the next deploy can apply it again. */
function prepareJob(): Job {
  const [databases, migrate, seals] = ['databases', 'migrate', 'seals'].map(stepContainer);
  return new Job({
    metadata: { name: 'prepare', labels: { ...labelsOf('prepare'), ...prepare } },
    spec: {
      backoffLimit: 5,
      activeDeadlineSeconds: 1800,
      ttlSecondsAfterFinished: 300,
      template: {
        metadata: { labels: stepLabels('prepare') },
        spec: {
          ...stepPod('prepare'),
          restartPolicy: 'OnFailure',
          initContainers: [databases, migrate, seals] as IContainer[],
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
        spec: { ...stepPod('streams'), containers: [stepContainer('watch-streams')] },
      },
    },
  });
}

const stepLabels = (name: string) => ({ ...labelsOf(name), 'app.kubernetes.io/component': 'step' });

function stepPod(secretName: string) {
  return { ...hardenedPod, volumes: [temporary, settingsVolume(secretName)] } satisfies Partial<IPodSpec>;
}

function stepContainer(name: string): IContainer {
  return hardened({
    name,
    image: 'trust/setup',
    args: [name],
    envFrom: [{ configMapRef: { name: 'platform' } }],
    resources: { requests: { cpu: '100m', memory: '128Mi' }, limits: { memory: '256Mi' } },
    volumeMounts: [settingsMount],
  });
}
