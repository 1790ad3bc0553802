import type { IPodSpec } from 'kubernetes-models/v1';

/** What the checks read of a manifest, whatever its kind. */
export type Manifest = {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; labels?: Record<string, string> };
  spec?: Record<string, unknown>;
  data?: Record<string, string>;
  stringData?: Record<string, string>;
};

type Template = { metadata?: Manifest['metadata']; spec: IPodSpec };
type Templates = { template?: Template; jobTemplate?: { spec: { template: Template } } };

/** The pods that a Deployment, a Job or a CronJob starts; undefined for other kinds. */
export function podTemplateOf({ spec }: Manifest): Template | undefined {
  const { template, jobTemplate } = (spec ?? {}) as Templates;
  return jobTemplate?.spec.template ?? template;
}

export function containersOf({ initContainers = [], containers }: IPodSpec) {
  return [...initContainers, ...containers];
}
