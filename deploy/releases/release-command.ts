import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { baselineOf } from '@trust/openapi/changelog/changelog';
import { repositoryRoot } from '../local/environment.ts';
import { allowedBreaksFile } from './allowed-breaks.ts';
import {
  migrationFiles,
  type RecordedState,
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
  - no released migration is missing

  --check         check only, write nothing
  --name <name>   name of the release (default: the next number)
  --state         before release 1: record the commit as the state that later commits are compared with
  --help          show this text

Run \`npm test\` and \`npm run test:skew\` first, and commit ${releasesFile} afterwards. docs/releases.md has all steps.
`;

const { values: options } = parseArgs({
  options: {
    check: { type: 'boolean' },
    name: { type: 'string' },
    state: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  },
});

if (options.help) process.stdout.write(help);
else record();

function record(): void {
  const state = presentState();
  const name = options.name ?? String(readReleases().releases.length + 1);
  const title = options.state ? 'A state' : `Release ${name}`;
  const faults = options.state ? faultsOfState(state) : faultsOfRelease({ name, ...state });
  if (faults.length > 0) {
    process.stderr.write(`${title} cannot be recorded:\n${faults.map((fault) => `  - ${fault}\n`).join('')}`);
    process.exitCode = 1;
  } else if (options.check) {
    process.stdout.write(`${title} can be recorded: commit ${state.commit}.\n`);
  } else {
    const { releases } = readReleases();
    write(
      releasesFile,
      options.state ? { recorded: state, releases } : { releases: [...releases, { name, ...state }] },
    );
    // The allowed breaks belong to the state before.
    write(allowedBreaksFile, []);
    process.stdout.write(
      `${title} is recorded: commit ${state.commit}, contract ${state.contract}.\n` +
        `Now commit ${releasesFile} and ${allowedBreaksFile}.\n`,
    );
  }
}

function write(file: string, value: unknown): void {
  writeFileSync(join(repositoryRoot, file), `${JSON.stringify(value, null, 2)}\n`);
}

function presentState(): RecordedState {
  const contract = JSON.parse(readFileSync(join(repositoryRoot, 'packages/contracts/openapi.json'), 'utf8'));
  return {
    commit: git('rev-parse', 'HEAD'),
    contract: contract.info.version,
    date: new Date().toISOString().slice(0, 10),
  };
}

type Check = [isFault: boolean, message: string];

function faultsOfState({ commit }: RecordedState): string[] {
  const { recorded, releases } = readReleases();
  return messages([
    [releases.length > 0, 'Release 1 is recorded. From then on record releases.'],
    [recorded?.commit === commit, `Commit ${commit} is recorded already.`],
    ...checks(),
  ]);
}

function faultsOfRelease({ name, commit, contract }: Release): string[] {
  const { releases } = readReleases();
  const present = new Set(migrationFiles());
  const missing = [...releasedMigrations()].filter((file) => !present.has(file));
  const changelog = readFileSync(join(repositoryRoot, changelogFile), 'utf8');
  const last = releases.at(-1);
  return messages([
    [!/^[\w.-]+$/.test(name), `The name "${name}" may have letters, digits, "_", "." and "-" only.`],
    [releases.some((release) => release.name === name), `Release ${name} is recorded already. Choose another --name.`],
    [last?.commit === commit, `Commit ${commit} is release ${last?.name} already.`],
    ...checks(),
    [
      !hasSection(changelog, contract) || hasSection(changelog, 'Unreleased'),
      `${changelogFile} has changes since contract ${contract}. Run \`npm run openapi -- --version <next>\`.`,
    ],
    [missing.length > 0, `Released migrations are missing. Restore them: ${missing.join(', ')}.`],
  ]);
}

function checks(): Check[] {
  return [
    [git('status', '--porcelain') !== '', 'Files are changed or untracked. Commit or remove them: git status.'],
    [
      !isContractRecorded(),
      'The contract is not recorded. Run `npm run openapi -- --version <next>` and commit the result.',
    ],
  ];
}

function messages(found: Check[]): string[] {
  return found.filter(([isFault]) => isFault).map(([, message]) => message);
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
