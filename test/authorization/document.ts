import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ActorName, actorNames, actors } from './actors.ts';
import { declaredFor, type Operation, operations, type Verdict, verdicts } from './expectation.ts';

export const file = join(import.meta.dirname, 'matrix.md');

export type Row = { request: string; access: string; allowed: string; cells: string[] };
export type Difference = { request: string; actors: string; why: string };
export type Matrix = { rows: Row[]; differences: Difference[] };

const unconfirmed = '?';
const rowHeader = ['Request', 'Access', 'Allowed is', ...actorNames];
const differenceHeader = ['Request', 'Actors', 'Why'];

export function operationOf(request: string): string {
  return request.split(':')[0] ?? request;
}

export function readMatrix(text = readFileSync(file, 'utf8')): Matrix {
  const tables = text
    .split(/\n(?=## )/)
    .map((section) =>
      [...section.matchAll(/^\| (.+) \|$/gm)].map(([, line = '']) => line.split('|').map((cell) => cell.trim())),
    );
  const under = (header: string[]) => tables.find(([first]) => first?.join() === header.join())?.slice(2) ?? [];
  return {
    rows: under(rowHeader).map(([request = '', access = '', allowed = '', ...cells]) => ({
      request,
      access,
      allowed,
      cells,
    })),
    differences: under(differenceHeader).map(([request = '', names = '', why = '']) => ({
      request,
      actors: names,
      why,
    })),
  };
}

export function writeMatrix({ rows, differences }: Matrix): void {
  const order = new Map(operations().map(({ id }, index) => [id, index]));
  const place = ({ request }: { request: string }) => order.get(operationOf(request)) ?? Number.POSITIVE_INFINITY;
  const sorted = [...rows].sort((a, b) => place(a) - place(b));
  const lines = sorted.map(({ request, access, allowed, cells }) => [request, access, allowed, ...cells]);
  const people = actorNames.map((name) => `- **${name}**: ${actors[name].says}`);
  const why = differences.map(({ request, actors: names, why: reason }) => [request, names, reason]);
  writeFileSync(
    file,
    `${introduction}\n${people.join('\n')}\n\n## Matrix\n\n${table(rowHeader, lines)}\n\n${explanation}\n${table(differenceHeader, why)}\n`,
  );
}

export function withProposals({ rows, differences }: Matrix): Matrix {
  const known = new Set(rows.map(({ request }) => operationOf(request)));
  const proposed = operations()
    .filter(({ id }) => !known.has(id))
    .map((operation) => ({
      request: operation.id,
      access: accessOf(operation),
      allowed: unconfirmed,
      cells: declaredFor(operation).map((verdict) => `${verdict === 'may' ? 'allowed' : verdict}${unconfirmed}`),
    }));
  return { rows: [...rows, ...proposed], differences };
}

export function withConfirmed({ rows, differences }: Matrix, request: string, allowed: string): Matrix {
  if (!rows.some((row) => row.request === request))
    throw new Error(`There is no row ${request}. Run \`npm run matrix\`.`);
  const confirm = (cell: string) =>
    cell === `allowed${unconfirmed}` ? verdictOf(allowed) : cell.replace(unconfirmed, '');
  return {
    rows: rows.map((row) => (row.request === request ? { ...row, allowed, cells: row.cells.map(confirm) } : row)),
    differences,
  };
}

export function faultsOf({ rows, differences }: Matrix): string[] {
  const byId = new Map(operations().map((operation) => [operation.id, operation]));
  const faults: string[] = [];
  for (const id of byId.keys()) {
    if (!rows.some(({ request }) => operationOf(request) === id))
      faults.push(
        `${id} has no row in ${shown}: run \`npm run matrix\`, confirm each proposed answer by taking its \`?\` away, and say in requests.ts how to ask.`,
      );
  }
  const explained = new Set(
    differences.flatMap(({ request, actors: names }) => names.split(', ').map((name) => `${request} ${name}`)),
  );
  for (const row of rows) {
    const operation = byId.get(operationOf(row.request));
    if (!operation) faults.push(`${row.request} is not in the contract any more: take its row out of ${shown}.`);
    else faults.push(...faultsOfRow(row, operation, explained));
  }
  faults.push(
    ...[...explained].map((cell) => `${cell} is what its declaration says: take the difference out of ${shown}.`),
  );
  return faults;
}

function faultsOfRow({ request, access, allowed, cells }: Row, operation: Operation, explained: Set<string>): string[] {
  const faults: string[] = [];
  if (access !== accessOf(operation))
    faults.push(
      `${request}: the contract now says \`${accessOf(operation)}\`, the row \`${access}\`. Look at every cell of the row again.`,
    );
  // Of a public operation a 404 cannot be mistaken for a refusal.
  const isSaid = operation.access === 'public' ? /^2\d\d$|^4\d\d [a-z-]+$/ : /^2\d\d$|^(400|409) [a-z-]+$/;
  if (!isSaid.test(allowed))
    faults.push(
      `${request}: "Allowed is" has to be a success (200) or a refusal for another reason (409 state-conflict), not \`${allowed}\`.`,
    );
  const open = actorNames.filter((_name, index) => !verdicts.includes(cells[index] as Verdict));
  if (open.length > 0)
    faults.push(
      `${request}: not confirmed for ${open.join(', ')}. Each has to be one of ${verdicts.join(', ')}; \`npm run matrix -- --help\`.`,
    );
  for (const [index, declared] of declaredFor(operation).entries()) {
    const name = actorNames[index] as ActorName;
    const stated = declared === 'may' ? verdictOf(allowed) : declared;
    if (open.includes(name) || cells[index] === stated || explained.delete(`${request} ${name}`)) continue;
    faults.push(
      `${request}, ${name}: the row says ${cells[index]}, the declaration ${stated}. Say why under "Where it differs", or mend one of them.`,
    );
  }
  return faults;
}

function verdictOf(allowed: string): Verdict {
  return allowed.startsWith('2') ? '2xx' : 'allowed';
}

export function accessOf({ access, scope, operators }: Operation): string {
  return scope ? `${access} (${scope}${operators ? `, or ${operators}` : ''})` : access;
}

const shown = 'test/authorization/matrix.md';

function table(header: string[], lines: string[][]): string {
  const widths = header.map((title, column) =>
    Math.max(title.length, ...lines.map((line) => line[column]?.length ?? 0)),
  );
  const show = (line: string[]) => `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [show(header), show(widths.map((width) => '-'.repeat(width))), ...lines.map(show)].join('\n');
}

const introduction = `# Who may do what

Every operation of the contract and every kind of actor, with the answer that is stated and that a test compares with what the running platform
answers (promise Z1). The default follows from the declaration of the route (access and scope) and from the permissions of roles
(\`packages/contracts/src/permissions.ts\`); a cell that says otherwise has its reason below. \`npm run matrix\` proposes rows for new operations;
a proposal counts once somebody has taken its \`?\` away.

**2xx**: done. **allowed**: authorization lets it through, and it is refused for the reason under "Allowed is". **401**: no valid session. **403**: no
permission. **404**: not there, or not theirs: the same answer. **409**: an ambiguous assignment, or duties that have to stay apart.
`;

const explanation = `## Where it differs from the declaration
`;
