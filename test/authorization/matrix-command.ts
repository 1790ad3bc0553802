import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { repositoryRoot } from '../../deploy/local/environment.ts';
import { faultsOf, readMatrix, withConfirmed, withProposals, writeMatrix } from './document.ts';
import { isAsked } from './requests.ts';

const usage = `npm run matrix                                      updates test/authorization/matrix.md with proposals for new operations
npm run matrix -- --confirm <request> --allowed is  confirms a row; \`is\`: the response when access is allowed
npm run matrix -- --check                           says what is missing or contradicts the contract, and writes nothing

A proposal ends in \`?\`. Compare it with the rule of the route before you confirm it:
  npm run matrix -- --confirm listThings --allowed 200
  npm run matrix -- --confirm postThing --allowed '400 invalid-request'
A cell that is not what the declaration says is changed by hand, and needs its reason under "Where it differs". The requests
are in test/authorization/requests.ts. \`npm test -- test/platform\` compares the matrix with what the running platform answers.
`;

const { values } = parseArgs({
  options: {
    check: { type: 'boolean' },
    confirm: { type: 'string' },
    allowed: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  },
});

function main(): void {
  const { confirm, allowed } = values;
  if (values.help) return void process.stdout.write(usage);
  if (!isContractCurrent()) throw new Error('The contract is older than the routes. Run `npm run openapi` first.');
  if (confirm && !allowed) throw new Error('--confirm needs --allowed: `npm run matrix -- --help`.');
  if (confirm && allowed) writeMatrix(withConfirmed(readMatrix(), confirm, allowed));
  else if (!values.check) writeMatrix(withProposals(readMatrix()));
  const matrix = readMatrix();
  const unasked = matrix.rows.map(({ request }) => request).filter((request) => !isAsked(request));
  const faults = [
    ...faultsOf(matrix),
    ...unasked.map((request) => `${request}: say in test/authorization/requests.ts how to send it.`),
  ];
  for (const fault of faults) process.stdout.write(`${fault}\n`);
  process.stdout.write(faults.length === 0 ? 'The matrix is complete.\n' : `\n${faults.length} to do.\n`);
  if (values.check && faults.length > 0) process.exitCode = 1;
}

function isContractCurrent(): boolean {
  try {
    execFileSync(process.execPath, ['packages/openapi/generate.ts', '--check'], { cwd: repositoryRoot });
    return true;
  } catch {
    return false;
  }
}

try {
  main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
