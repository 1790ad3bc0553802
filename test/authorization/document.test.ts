import { expect, test } from 'vitest';
import { actorNames } from './actors.ts';
import { documentOf, faultsOf, type Row, readMatrix, withConfirmed, withProposals } from './document.ts';

const matrix = readMatrix();
const without = (request: string) => ({ ...matrix, rows: matrix.rows.filter((row) => row.request !== request) });
const changed = (request: string, change: Partial<(typeof matrix.rows)[number]>) => ({
  ...matrix,
  rows: matrix.rows.map((row) => (row.request === request ? { ...row, ...change } : row)),
});

test('Z1 reports a route without a row, and the command that adds it', () => {
  expect(faultsOf(without('getWorkspace'))).toEqual([
    expect.stringMatching(/^getWorkspace has no row .*npm run matrix/),
  ]);
});

test('Z1 rejects a proposed row until it is confirmed', () => {
  const proposed = withProposals(without('listTriageItems'));
  const row = proposed.rows.find(({ request }) => request === 'listTriageItems');
  expect(row?.stepUp).toBe('none?');
  expect(row?.cells[actorNames.indexOf('anonymous')]).toBe('401?');
  expect(row?.cells[actorNames.indexOf('auditor')]).toBe('403?');
  expect(faultsOf(proposed)).toEqual([
    expect.stringMatching(/"Allowed is" has to be .*--confirm listTriageItems --allowed 200/),
    expect.stringMatching(/^listTriageItems: not confirmed for Step-up, anonymous, .* auditor\..*--confirm/),
  ]);
  expect(faultsOf(withConfirmed(proposed, 'listTriageItems', '200'))).toEqual([]);
});

test('a row that was confirmed with a wrong answer is confirmed again with the right one', () => {
  const proposed = withProposals(without('putAvailability'));
  expect(faultsOf(proposed)[0]).toContain("--confirm putAvailability --allowed '400 invalid-request'");
  const wrong = withConfirmed(proposed, 'putAvailability', '200');
  const right = withConfirmed(wrong, 'putAvailability', '400 invalid-request');
  expect(faultsOf(right)).toEqual([]);
  expect(right).toEqual(withConfirmed(proposed, 'putAvailability', '400 invalid-request'));
});

test('Z1 rejects the row of a route whose declared access has changed', () => {
  expect(faultsOf(changed('listTriageItems', { access: 'session' }))).toEqual([
    expect.stringContaining('Look at every cell'),
  ]);
});

test('P1 rejects the row of a route whose declared step-up has changed', () => {
  expect(faultsOf(changed('createDecision', { stepUp: 'none' }))).toEqual([
    'createDecision: the contract requires a recent sign-in of `everybody`, the row says `none`. Correct one of them.',
  ]);
});

test('a new row changes no other line of the table', () => {
  const lines = documentOf(matrix).split('\n');
  const long = { ...matrix.rows[0], request: `getJwks: ${'x'.repeat(80)}`, access: 'x'.repeat(80) } as Row;
  const longer = documentOf({ ...matrix, rows: [...matrix.rows, long] }).split('\n');
  expect(longer).toHaveLength(lines.length + 1);
  expect(longer).toEqual(expect.arrayContaining(lines));
});

test('Z1 requires a reason for a cell that differs from the declaration, and such a cell for a reason', () => {
  const { cells = [] } = matrix.rows.find(({ request }) => request === 'listTriageItems') ?? {};
  const open = cells.map((cell, index) => (actorNames[index] === 'auditor' ? '2xx' : cell));
  expect(faultsOf(changed('listTriageItems', { cells: open }))).toEqual([expect.stringContaining('the row says 2xx')]);
  const differences = [...matrix.differences, { request: 'listTriageItems', actors: 'auditor', why: 'No reason.' }];
  expect(faultsOf({ ...matrix, differences })).toEqual([expect.stringContaining('take the difference out')]);
});
