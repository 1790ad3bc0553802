import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { baselineOf } from '@trust/openapi/changelog/changelog';
import { repositoryRoot } from '../local/environment.ts';
import {
  editedMigrations,
  migrationFiles,
  type Release,
  readReleases,
  releasedMigrations,
  releasesFile,
} from './releases.ts';

const changelogFile = 'packages/contracts/CHANGELOG.md';

const help = `npm run release [-- options]   records the current commit as the next release in ${releasesFile}

Before that it checks that
  - no file is changed or untracked
  - the contract is up to date and recorded in packages/contracts/baseline
  - ${changelogFile} has a section for the version of the contract, and none that is unreleased
  - no released migration is missing or edited

  --check         check only, write nothing
  --name <name>   name of the release (default: the next number)
  --help          show this text

Run \`npm test\` and \`npm run test:skew\` first, and commit ${releasesFile} afterwards. docs/releases.md has all steps.
`;

const { values: options } = parseArgs({
  options: {
    check: { type: 'boolean' },
    name: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  },
});

if (options.help) process.stdout.write(help);
else record();

function record(): void {
  const releases = readReleases();
  const release = presentRelease(options.name ?? String(releases.length + 1));
  const title = `Release ${release.name}`;
  const faults = faultsOf(release);
  if (faults.length > 0) {
    process.stderr.write(`${title} cannot be recorded:\n${faults.map((fault) => `  - ${fault}\n`).join('')}`);
    process.exitCode = 1;
  } else if (options.check) {
    process.stdout.write(`${title} can be recorded: commit ${release.commit}.\n`);
  } else {
    const text = JSON.stringify({ releases: [...releases, release] }, null, 2);
    writeFileSync(join(repositoryRoot, releasesFile), `${text}\n`);
    process.stdout.write(
      `${title} is recorded: commit ${release.commit}, contract ${release.contract}.\nNow commit ${releasesFile}.\n`,
    );
  }
}

function presentRelease(name: string): Release {
  const contract = JSON.parse(readFileSync(join(repositoryRoot, 'packages/contracts/openapi.json'), 'utf8'));
  return {
    name,
    commit: git('rev-parse', 'HEAD'),
    contract: contract.info.version,
    date: new Date().toISOString().slice(0, 10),
  };
}

type Check = [isFault: boolean, message: string];

function faultsOf({ name, commit, contract }: Release): string[] {
  const releases = readReleases();
  const present = new Set(migrationFiles());
  const missing = [...releasedMigrations()].filter((file) => !present.has(file));
  const edited = editedMigrations();
  const changelog = readFileSync(join(repositoryRoot, changelogFile), 'utf8');
  const last = releases.at(-1);
  const checks: Check[] = [
    [!/^[\w.-]+$/.test(name), `The name "${name}" may have letters, digits, "_", "." and "-" only.`],
    [releases.some((release) => release.name === name), `Release ${name} is recorded already. Choose another --name.`],
    [last?.commit === commit, `Commit ${commit} is release ${last?.name} already.`],
    [git('status', '--porcelain') !== '', 'Files are changed or untracked. Commit or remove them: git status.'],
    [
      !isContractRecorded(),
      'The contract is not recorded. Run `npm run openapi -- --version <next>` and commit the result.',
    ],
    [
      !hasSection(changelog, contract) || hasSection(changelog, 'Unreleased'),
      `${changelogFile} has changes since contract ${contract}. Run \`npm run openapi -- --version <next>\`.`,
    ],
    [missing.length > 0, `Released migrations are missing. Restore them: ${missing.join(', ')}.`],
    [edited.length > 0, `Released migrations were edited. Restore them: ${edited.join(', ')}.`],
  ];
  return checks.filter(([isFault]) => isFault).map(([, message]) => message);
}

function isContractRecorded(): boolean {
  try {
    execFileSync(process.execPath, ['packages/openapi/generate.ts', '--check'], { cwd: repositoryRoot });
    return ['openapi.json', 'asyncapi.json'].every((name) => {
      const current = JSON.parse(readFileSync(join(repositoryRoot, 'packages/contracts', name), 'utf8'));
      return baselineOf(current) === readFileSync(join(repositoryRoot, 'packages/contracts/baseline', name), 'utf8');
    });
  } catch {
    return false;
  }
}

function hasSection(changelog: string, version: string): boolean {
  return changelog
    .split('\n')
    .some((line) => line.replace(/^#+ /, '').split(/[\s,(]/)[0] === version && /^#+ /.test(line));
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: repositoryRoot, encoding: 'utf8' }).trim();
}
