import { parseArgs } from 'node:util';
import { faultsOf, readMatrix, withProposals, writeMatrix } from './document.ts';

const usage = `npm run matrix               writes test/authorization/matrix.md anew, with proposals for operations that have no row yet
npm run matrix -- --check    says what is missing or contradicts the contract, and writes nothing

A proposal ends in \`?\`. Compare it with the rule of the route, write what has to be answered, and take the \`?\` away; a cell that is not what
the declaration says needs its reason under "Where it differs". How each operation is asked stands in test/authorization/requests.ts.
\`npm test -- test/authorization\` compares the matrix with what the running platform answers.
`;

const { values } = parseArgs({ options: { check: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } });
if (values.help) {
  process.stdout.write(usage);
} else {
  if (!values.check) writeMatrix(withProposals(readMatrix()));
  const faults = faultsOf(readMatrix());
  for (const fault of faults) process.stdout.write(`${fault}\n`);
  process.stdout.write(faults.length === 0 ? 'The matrix is whole.\n' : `\n${faults.length} to do.\n`);
  if (values.check && faults.length > 0) process.exitCode = 1;
}
