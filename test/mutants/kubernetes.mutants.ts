import { mutantsOf } from './mutant.ts';

const overlays = 'kubernetes/overlays.test.ts';
const deploys = 'kubernetes/deploy.test.ts';
const secrets = 'kubernetes/secrets.test.ts';
const manifests = 'kubernetes/manifests.test.ts';
const toolbox = 'toolbox/toolbox.test.ts';

/** A deploy misses no Secret, runs its steps first, and can be repeated; commands see their own Secrets. */
export const mutants = mutantsOf('deploy', [
  ['kubernetes/check.ts', 'filter((setting) => !values[setting])', 'filter(() => false)', overlays],
  ['kubernetes/check.ts', 'values[setting]?.includes(placeholder)', 'false', overlays],
  ['kubernetes/check.ts', '@sha256:0{64}', '@sha256:1{64}', deploys, overlays],
  ['kubernetes/schemas.ts', 'if (!read.get(value)?.has(key)) return [place', 'if (!read) return [place', overlays],
  ['kubernetes/schemas.ts', "'kubernetes-models-1.33'", "'kubernetes-models'", overlays],
  ['kubernetes/schemas.ts', '/(alpha|beta)\\d+$/.test(manifest.apiVersion)', 'false', overlays],
  ['kubernetes/deploy.ts', 'if (problems.length > 0) throw', 'if (problems.length > 99) throw', deploys],
  ['kubernetes/deploy.ts', 'await finished(job, inNamespace, pollMs);', '', deploys],
  ['kubernetes/deploy.ts', "if (conditions.includes('Complete')) return;", 'return;', deploys],
  ['kubernetes/secrets.ts', 'filter((setting) => existing[setting] === undefined)', 'filter(() => true)', secrets],
  ['kubernetes/secrets.ts', 'chmodSync(folder, 0o700);', 'chmodSync(folder, 0o755);', secrets],
  ['kubernetes/steps.ts', 'suspend: true,', 'suspend: false,', manifests],
  ['kubernetes/streams-health.ts', 'now() - completedAt < maxAge', 'true', 'kubernetes/streams-health.test.ts'],
  ['toolbox/commands.ts', "commands: ['deliveries']", 'commands: []', toolbox],
  ['toolbox/toolbox.ts', 'if (files.length === 0 && !isHelp) {', 'if (false) {', toolbox],
]);
