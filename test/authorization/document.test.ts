import { expect, test } from 'vitest';
import { actorNames } from './actors.ts';
import { faultsOf, readMatrix, withConfirmed, withProposals } from './document.ts';

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
  expect(row?.cells[actorNames.indexOf('anonymous')]).toBe('401?');
  expect(row?.cells[actorNames.indexOf('auditor')]).toBe('403?');
  expect(faultsOf(proposed)).toEqual([
    expect.stringContaining('"Allowed is" has to be'),
    expect.stringMatching(/^listTriageItems: not confirmed for anonymous, .* auditor\./),
  ]);
  expect(faultsOf(withConfirmed(proposed, 'listTriageItems', '200'))).toEqual([]);
});

test('Z1 rejects the row of a route whose declared access has changed', () => {
  expect(faultsOf(changed('listTriageItems', { access: 'session' }))).toEqual([
    expect.stringContaining('Look at every cell'),
  ]);
});

test('Z1 requires a reason for a cell that differs from the declaration, and such a cell for a reason', () => {
  const { cells = [] } = matrix.rows.find(({ request }) => request === 'listTriageItems') ?? {};
  const open = cells.map((cell, index) => (actorNames[index] === 'auditor' ? '2xx' : cell));
  expect(faultsOf(changed('listTriageItems', { cells: open }))).toEqual([expect.stringContaining('the row says 2xx')]);
  const differences = [...matrix.differences, { request: 'listTriageItems', actors: 'auditor', why: 'No reason.' }];
  expect(faultsOf({ ...matrix, differences })).toEqual([expect.stringContaining('take the difference out')]);
});
