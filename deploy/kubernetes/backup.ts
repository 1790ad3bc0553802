import { CronJob } from 'kubernetes-models/batch/v1';
import { hardened, hardenedPod, labelsOf, temporary } from './workload.ts';

export const backupName = 'backup';

/** Each night. A Job that fails three times leaves the backup before it the latest, and BackupOld alerts. */
export function backupJob(): CronJob {
  const labels = { ...labelsOf(backupName), 'app.kubernetes.io/component': 'step' };
  return new CronJob({
    metadata: { name: backupName, labels: labelsOf(backupName) },
    spec: {
      schedule: '30 1 * * *',
      timeZone: 'Etc/UTC',
      concurrencyPolicy: 'Forbid',
      startingDeadlineSeconds: 7200,
      jobTemplate: {
        metadata: { labels },
        spec: {
          backoffLimit: 3,
          activeDeadlineSeconds: 12 * 3600,
          ttlSecondsAfterFinished: 7 * 86_400,
          template: {
            metadata: { labels },
            spec: {
              ...hardenedPod,
              restartPolicy: 'Never',
              containers: [container()],
              volumes: [
                temporary,
                {
                  name: 'settings-of-backup',
                  secret: { secretName: backupName, items: [{ key: 'settings', path: 'settings' }] },
                },
              ],
            },
          },
        },
      },
    },
  });
}

function container() {
  return hardened({
    name: backupName,
    image: 'trust/toolbox',
    args: ['backup', 's3'],
    envFrom: ['platform', 'evidence', backupName].map((name) => ({ configMapRef: { name } })),
    resources: { requests: { cpu: '100m', memory: '256Mi' }, limits: { memory: '1Gi' } },
    volumeMounts: [{ name: 'settings-of-backup', mountPath: `/run/secrets/${backupName}`, readOnly: true }],
  });
}
