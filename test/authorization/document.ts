import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ActorName, actorNames, actors } from './actors.ts';
import { declaredFor, type Operation, operations, type Verdict, verdicts } from './expectation.ts';

export const file = join(import.meta.dirname, 'matrix.md');

export type Row = { request: string; access: string; stepUp: string; allowed: string; cells: string[] };
export type Difference = { request: string; actors: string; why: string };
export type Matrix = { rows: Row[]; differences: Difference[] };

const unconfirmed = '?';
const rowHeader = ['Request', 'Access', 'Step-up', 'Allowed is', ...actorNames];
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
    rows: under(rowHeader).map(([request = '', access = '', stepUp = '', allowed = '', ...cells]) => ({
      request,
      access,
      stepUp,
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

export function writeMatrix(matrix: Matrix): void {
  writeFileSync(file, documentOf(matrix));
}

export function documentOf({ rows, differences }: Matrix): string {
  const order = new Map(operations().map(({ id }, index) => [id, index]));
  const place = ({ request }: { request: string }) => order.get(operationOf(request)) ?? Number.POSITIVE_INFINITY;
  const sorted = [...rows].sort((a, b) => place(a) - place(b));
  const lines = sorted.map(({ request, access, stepUp, allowed, cells }) => [
    request,
    access,
    stepUp,
    allowed,
    ...cells,
  ]);
  const people = actorNames.map((name) => `- **${name}**: ${actors[name].says}`);
  const why = differences.map(({ request, actors: names, why: reason }) => [request, names, reason]);
  return `${introduction}\n${people.join('\n')}\n\n## Matrix\n\n${table(rowHeader, rowWidths, lines)}\n\n${explanation}\n${table(differenceHeader, [], why)}\n`;
}

export function withProposals({ rows, differences }: Matrix): Matrix {
  const known = new Set(rows.map(({ request }) => operationOf(request)));
  const proposed = operations()
    .filter(({ id }) => !known.has(id))
    .map((operation) => ({
      request: operation.id,
      access: accessOf(operation),
      stepUp: `${stepUpFor(operation)}${unconfirmed}`,
      allowed: unconfirmed,
      cells: declaredFor(operation).map((verdict) => `${verdict === 'may' ? 'allowed' : verdict}${unconfirmed}`),
    }));
  return { rows: [...rows, ...proposed], differences };
}

export function withConfirmed({ rows, differences }: Matrix, request: string, allowed: string): Matrix {
  if (!rows.some((row) => row.request === request))
    throw new Error(`There is no row ${request}. Run \`npm run matrix\`.`);
  // Also a confirmed row, whose `allowed` was wrong.
  const isAllowed = (cell: string) => [`allowed${unconfirmed}`, 'allowed', '2xx'].includes(cell);
  const confirm = (cell: string) => (isAllowed(cell) ? verdictOf(allowed) : cell.replace(unconfirmed, ''));
  return {
    rows: rows.map((row) =>
      row.request === request
        ? { ...row, stepUp: row.stepUp.replace(unconfirmed, ''), allowed, cells: row.cells.map(confirm) }
        : row,
    ),
    differences,
  };
}

export function faultsOf({ rows, differences }: Matrix): string[] {
  const byId = new Map(operations().map((operation) => [operation.id, operation]));
  const faults: string[] = [];
  for (const id of byId.keys()) {
    if (!rows.some(({ request }) => operationOf(request) === id))
      faults.push(
        `${id} has no row in ${matrixPath}: run \`npm run matrix\`, then \`${confirmation(id)}\`; say in requests.ts how to send it.`,
      );
  }
  const explained = new Set(
    differences.flatMap(({ request, actors: names }) => names.split(', ').map((name) => `${request} ${name}`)),
  );
  for (const row of rows) {
    const operation = byId.get(operationOf(row.request));
    if (!operation) faults.push(`${row.request} is not in the contract any more: take its row out of ${matrixPath}.`);
    else faults.push(...faultsOfRow(row, operation, explained));
  }
  faults.push(
    ...[...explained].map((cell) => `${cell} is what its declaration says: take the difference out of ${matrixPath}.`),
  );
  return faults;
}

function faultsOfRow(
  { request, access, stepUp, allowed, cells }: Row,
  operation: Operation,
  explained: Set<string>,
): string[] {
  const faults: string[] = [];
  if (access !== accessOf(operation))
    faults.push(
      `${request}: the contract now says \`${accessOf(operation)}\`, the row \`${access}\`. Look at every cell of the row again.`,
    );
  const isStepUpOpen = stepUp.endsWith(unconfirmed);
  if (!isStepUpOpen && stepUp !== stepUpFor(operation))
    faults.push(
      `${request}: the contract requires a recent sign-in of \`${stepUpFor(operation)}\`, the row says \`${stepUp}\`. Correct one of them.`,
    );
  // A 404 of a public operation cannot be mistaken for a refusal.
  const isSaid = operation.access === 'public' ? /^2\d\d$|^4\d\d [a-z-]+$/ : /^2\d\d$|^(400|409) [a-z-]+$/;
  if (!isSaid.test(allowed))
    faults.push(
      `${request}: "Allowed is" has to be a success (200) or a refusal for another reason (409 state-conflict), not \`${allowed}\`: \`${confirmation(request)}\`.`,
    );
  const open = actorNames.filter((_name, index) => !verdicts.includes(cells[index] as Verdict));
  if (open.length > 0 || isStepUpOpen)
    faults.push(
      `${request}: not confirmed for ${[...(isStepUpOpen ? ['Step-up'] : []), ...open].join(', ')}. Each actor needs one of ${verdicts.join(', ')}: \`${confirmation(request)}\`.`,
    );
  for (const [index, declared] of declaredFor(operation).entries()) {
    const name = actorNames[index] as ActorName;
    const stated = declared === 'may' ? verdictOf(allowed) : declared;
    if (open.includes(name) || cells[index] === stated || explained.delete(`${request} ${name}`)) continue;
    faults.push(
      `${request}, ${name}: the row says ${cells[index]}, the declaration ${stated}. Say why under "Where it differs", or correct one of them.`,
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

export function stepUpFor({ stepUp }: Operation): string {
  return stepUp ?? 'none';
}

function confirmation(request: string): string {
  const quoted = request.includes(' ') ? `'${request}'` : request;
  const isRead = operations().find(({ id }) => id === operationOf(request))?.method === 'GET';
  // The requests of requests.ts are invalid for writes, so that they change nothing.
  return `npm run matrix -- --confirm ${quoted} --allowed ${isRead ? '200' : "'400 invalid-request'"}`;
}

const matrixPath = 'test/authorization/matrix.md';

// Fixed, so that a new row changes no other line.
const rowWidths = [40, 67, 9, 23, ...actorNames.map((name) => Math.max(name.length, 'allowed'.length))];

function table(header: string[], widths: number[], lines: string[][]): string {
  const show = (line: string[]) => `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = header.map((_title, column) => '-'.repeat(widths[column] ?? 3));
  return [show(header), show(rule), ...lines.map(show)].join('\n');
}

const introduction = `# Who may do what

Every operation of the contract and every kind of actor, with the response that a test compares with the running platform (promise Z1). The default
follows from the declaration of the route (access and scope) and from the permissions of roles (\`packages/contracts/src/permissions.ts\`); a cell
that differs has its reason below. \`npm run matrix\` proposes rows for new operations; \`npm run matrix -- --help\` says how to confirm them.

**2xx**: done. **allowed**: authorized, and rejected for the reason under "Allowed is". **401**: no valid session. **403**: no permission. **404**: absent,
or it belongs to another provider or person. **409**: an ambiguous assignment, or a separation of duties. **Step-up**: who needs a sign-in of the last five minutes
(promise P1); every actor here has one.
`;

const explanation = '## Where it differs from the declaration\n';
