import { Job } from 'kubernetes-models/batch/v1';
import { hardened, hardenedPod, labelsOf, prepare, settingsMount, settingsVolume, temporary } from './workload.ts';

/** The Secrets that the steps need: roles that the services do not have. */
export const stepSecrets = { migrate: ['DATABASE_OWNER_URLS'], streams: ['NATS_PROVISIONER_PASSWORD'] };

/** What runs before new replicas start (docs/releases.md). Finished Jobs are deleted, so a deploy can apply them again. */
export function steps(): Job[] {
  return ['migrate', 'streams'].map((name) => {
    const labels = { ...labelsOf(name), 'app.kubernetes.io/component': 'step' };
    return new Job({
      metadata: { name, labels: { ...labels, ...prepare } },
      spec: {
        backoffLimit: 5,
        activeDeadlineSeconds: 1800,
        ttlSecondsAfterFinished: 300,
        template: {
          metadata: { labels },
          spec: {
            ...hardenedPod,
            restartPolicy: 'OnFailure',
            containers: [
              hardened({
                name,
                image: 'trust/setup',
                args: [name],
                envFrom: [{ configMapRef: { name: 'platform' } }],
                resources: { requests: { cpu: '100m', memory: '128Mi' }, limits: { memory: '256Mi' } },
                volumeMounts: [settingsMount],
              }),
            ],
            volumes: [temporary, settingsVolume(name)],
          },
        },
      },
    });
  });
}
