import type { CronJob } from 'kubernetes-models/batch/v1';
import { type Toolbox, toolboxes } from '../toolbox/commands.ts';
import { jobTemplate } from './steps.ts';
import { hardened, hardenedPod, temporary } from './workload.ts';

/** Files of commands: lists, backups. They end with the pod; for backups an overlay mounts a volume that stays. */
const work = { name: 'work', emptyDir: { sizeLimit: '20Gi' } };

export const toolboxName = (name: string) => `toolbox-${name}`;

/** A pod for the commands that need the same Secrets. */
export function toolboxTemplates(): CronJob[] {
  return Object.entries(toolboxes).map(([name, toolbox]) =>
    jobTemplate(toolboxName(name), {
      backoffLimit: 0,
      activeDeadlineSeconds: (toolbox.hours ?? 1) * 3600,
      pod: {
        ...hardenedPod,
        restartPolicy: 'Never',
        terminationGracePeriodSeconds: 5,
        containers: [container(toolbox)],
        volumes: [
          temporary,
          work,
          ...toolbox.secrets.map((secretName) => ({
            name: `settings-of-${secretName}`,
            secret: { secretName, items: [{ key: 'settings', path: 'settings' }] },
          })),
        ],
      },
    }),
  );
}

function container({ secrets, settingsOf }: Toolbox) {
  return hardened({
    name: 'toolbox',
    image: 'trust/toolbox',
    args: ['wait'],
    envFrom: ['platform', ...[settingsOf ?? []].flat()].map((name) => ({ configMapRef: { name } })),
    resources: { requests: { cpu: '100m', memory: '128Mi' }, limits: { memory: '1Gi' } },
    volumeMounts: [
      { name: work.name, mountPath: '/work' },
      ...secrets.map((secret) => ({
        name: `settings-of-${secret}`,
        mountPath: `/run/secrets/${secret}`,
        readOnly: true,
      })),
    ],
  });
}
