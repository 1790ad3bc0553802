import { expect, test } from 'vitest';
import { actorNames } from './actors.ts';
import { faultsOf, readMatrix, withConfirmed, withProposals } from './document.ts';

const matrix = readMatrix();
const without = (request: string) => ({ ...matrix, rows: matrix.rows.filter((row) => row.request !== request) });
const changed = (request: string, change: Partial<(typeof matrix.rows)[number]>) => ({
  ...matrix,
  rows: matrix.rows.map((row) => (row.request === request ? { ...row, ...change } : row)),
});

test('Z1 a new route without its row fails, and is told what to do', () => {
  expect(faultsOf(without('getWorkspace'))).toEqual([
    expect.stringMatching(/^getWorkspace has no row .*npm run matrix/),
  ]);
});

test('Z1 a row that was only proposed counts for nothing until somebody has confirmed it', () => {
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

test('Z1 a route whose declared access has changed is looked at again', () => {
  expect(faultsOf(changed('listTriageItems', { access: 'session' }))).toEqual([
    expect.stringContaining('Look at every cell'),
  ]);
});

test('Z1 a cell that is not what the declaration says needs a reason, and a reason needs such a cell', () => {
  const { cells = [] } = matrix.rows.find(({ request }) => request === 'listTriageItems') ?? {};
  const open = cells.map((cell, index) => (actorNames[index] === 'auditor' ? '2xx' : cell));
  expect(faultsOf(changed('listTriageItems', { cells: open }))).toEqual([expect.stringContaining('the row says 2xx')]);
  const differences = [...matrix.differences, { request: 'listTriageItems', actors: 'auditor', why: 'No reason.' }];
  expect(faultsOf({ ...matrix, differences })).toEqual([expect.stringContaining('take the difference out')]);
});
