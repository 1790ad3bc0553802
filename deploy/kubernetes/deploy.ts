import { type StdioOptions, spawnSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { manifestsIn, problemsOf } from './check.ts';
import { type Manifest, podTemplateOf } from './pods.ts';
import { prepare } from './workload.ts';

const phase = Object.entries(prepare)
  .map(([label, value]) => `${label}=${value}`)
  .join();

/**
 * Renders an overlay, checks it, applies what the steps need, runs the steps, and only then applies the rest: no new replica
 * starts before its migrations. May run again at any time.
 */
export async function deploy(overlay: string, { now = new Date(), pollMs = 2000 } = {}): Promise<void> {
  const text = kubectl(['kustomize', overlay]);
  const manifests = manifestsIn(text);
  const namespace = manifests.find(({ kind }) => kind === 'Namespace')?.metadata.name ?? 'default';
  const inNamespace = ['--namespace', namespace];
  const problems = await problemsOf(manifests, secretsOutside(manifests, inNamespace));
  if (problems.length > 0) throw new Error(`Nothing was applied.\n${problems.join('\n')}`);
  kubectl(['apply', '--filename', '-', '--selector', phase], text);
  const job = `prepare-${now.toISOString().replace(/\D/g, '').slice(0, 14)}`;
  kubectl(['create', 'job', ...inNamespace, '--from=cronjob/prepare', job]);
  await finished(job, inNamespace, pollMs);
  kubectl(['apply', '--filename', '-'], text);
  for (const { kind, metadata } of manifests)
    if (kind === 'Deployment')
      kubectl(['rollout', 'status', ...inNamespace, `deployment/${metadata.name}`, '--timeout=10m']);
}

/** Secrets of another tool than Kustomize are in the cluster before the deploy. */
function secretsOutside(manifests: Manifest[], inNamespace: string[]): Manifest[] {
  const own = manifests.filter(({ kind }) => kind === 'Secret').map(({ metadata }) => metadata.name);
  const mounted = manifests.flatMap((one) => podTemplateOf(one)?.spec.volumes ?? []);
  const isOutside = mounted.some(({ secret }) => secret?.secretName && !own.includes(secret.secretName));
  return isOutside ? manifestsIn(kubectl(['get', 'secrets', ...inNamespace, '--output', 'yaml'])) : [];
}

async function finished(job: string, inNamespace: string[], pollMs: number): Promise<void> {
  const path = "--output=jsonpath={.status.conditions[?(@.status=='True')].type}";
  for (;;) {
    const conditions = kubectl(['get', 'job', job, ...inNamespace, path]);
    if (conditions.includes('Complete')) return;
    if (conditions.includes('Failed'))
      throw new Error(
        `The steps failed; no service was changed. kubectl logs ${inNamespace.join(' ')} job/${job} --all-containers`,
      );
    await delay(pollMs);
  }
}

function kubectl(args: string[], input?: string): string {
  const printed = ['apply', 'create', 'rollout'].includes(args[0] ?? '');
  const stdio: StdioOptions = [input === undefined ? 'ignore' : 'pipe', printed ? 'inherit' : 'pipe', 'inherit'];
  const { status, stdout, error } = spawnSync('kubectl', args, {
    stdio,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    ...(input !== undefined && { input }),
  });
  if (error) throw new Error(`kubectl does not run: ${error.message}. Install it, version 1.32 or newer.`);
  if (status !== 0) throw new Error(`kubectl ${args.slice(0, 2).join(' ')} failed.`);
  return stdout ?? '';
}
