import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { services } from '../local/services.ts';
import { filledOverlays } from './rendering/filled-overlays.ts';
import { render } from './rendering/kustomize.ts';

const { folder, overlayOf } = filledOverlays();
afterAll(() => rmSync(folder, { recursive: true }));

const bin = mkdtempSync(join(tmpdir(), 'trust-kubectl-'));
afterAll(() => rmSync(bin, { recursive: true }));
const log = join(bin, 'log');

/** Records its arguments; answers `kustomize` with a rendered overlay and `get job` with `condition`. */
function runDeploy(rendered: string, condition = 'Complete') {
  rmSync(log, { force: true });
  writeFileSync(join(bin, 'rendered.yaml'), rendered);
  const script = `#!/bin/sh
echo "$*" >> ${log}
case "$1 $2" in
"kustomize "*) cat ${bin}/rendered.yaml ;;
"get job") printf ${condition} ;;
"apply "*) cat > ${bin}/applied.yaml ;;
esac
`;
  writeFileSync(join(bin, 'kubectl'), script);
  chmodSync(join(bin, 'kubectl'), 0o755);
  const program = join(import.meta.dirname, 'generate.ts');
  const env = { ...process.env, PATH: `${bin}:${process.env.PATH}` };
  const result = spawnSync(process.execPath, [program, '--deploy', 'overlay'], {
    env,
    encoding: 'utf8',
    timeout: 60_000,
  });
  return { ...result, commands: existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [] };
}

const asText = (overlay: string) =>
  render(overlay)
    .map((one) => stringify(one))
    .join('---\n');

/** As an operator who has replaced every example. */
const ready = asText(overlayOf('staging')).replaceAll('example', 'trust-inc');

test('a deploy runs the steps to their end before it applies the rest, and waits for every Deployment', () => {
  const { status, commands, stderr } = runDeploy(ready);
  expect([status, stderr]).toEqual([0, '']);
  expect(commands.slice(0, 5)).toEqual([
    'kustomize overlay',
    'apply --filename - --selector trust.example.org/phase=prepare',
    expect.stringMatching(/^create job --namespace trust --from=cronjob\/prepare prepare-\d{14}$/),
    expect.stringMatching(/^get job prepare-\d{14} --namespace trust/),
    'apply --filename -',
  ]);
  const waited = commands.slice(5).map((command) => /deployment\/(\S+)/.exec(command)?.[1]);
  expect(waited.sort()).toEqual([...services, 'streams'].sort());
});

test('after a failed step no service is changed', () => {
  const { status, commands, stderr } = runDeploy(ready, 'Failed');
  expect([status, stderr]).toEqual([1, expect.stringContaining('no service was changed')]);
  expect(commands).not.toContain('apply --filename -');
});

test('nothing is applied while an example or a Secret is missing', () => {
  const examples = runDeploy(asText(overlayOf('staging')));
  expect([examples.status, examples.commands]).toEqual([1, ['kustomize overlay']]);
  expect(examples.stderr).toContain('PUBLIC_URL is still an example.');
  const without = ready.split('---\n').filter((one) => !/kind: Secret\n.*name: identity/s.test(one));
  const missing = runDeploy(without.join('---\n'));
  expect(missing.stderr).toContain('no Secret identity');
  expect(missing.commands.filter((command) => command.startsWith('apply'))).toEqual([]);
});

test('what a deploy applies first has every Secret, ConfigMap and policy that the steps use', () => {
  const all = render(overlayOf('production'));
  const early = all.filter(({ metadata }) => metadata.labels?.['trust.example.org/phase'] === 'prepare');
  const kinds = new Set(['Namespace', 'ConfigMap', 'Secret', 'NetworkPolicy']);
  const wanted = all.filter(({ kind, metadata }) => kinds.has(kind) || metadata.name === 'prepare');
  expect(early.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toEqual(
    wanted.map(({ kind, metadata }) => `${kind} ${metadata.name}`),
  );
});
