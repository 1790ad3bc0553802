import contract from '@trust/contracts/openapi.json' with { type: 'json' };
import { expect, test } from 'vitest';

type Operation = { operationId: string; 'x-step-up'?: number; 'x-step-up-for'?: string };

const steppedUp = Object.values(contract.paths as unknown as Record<string, Record<string, Operation>>)
  .flatMap((item) => Object.values(item))
  .filter((operation) => operation['x-step-up'] !== undefined)
  .map((operation) => `${operation.operationId}: ${operation['x-step-up-for']}, ${operation['x-step-up']} s`);

// every-route.test.ts tests that these operations reject an older sign-in; this lists them.
test.each([
  'createDecision: everybody, 300 s',
  'createOverride: everybody, 300 s',
  'createOverrideApproval: everybody, 300 s',
  'createRepresentative: everybody, 300 s',
  'deleteRepresentative: everybody, 300 s',
  'createDataExport: everybody, 300 s',
  'createContactPoint: everybody, 300 s',
  'deleteContactPoint: everybody, 300 s',
  'deleteAccount: everybody, 300 s',
  'transitionProvider: operators, 300 s',
  'putProviderCategory: operators, 300 s',
  'deleteProviderCategory: operators, 300 s',
])('requires a recent sign-in for %s', (operation) => {
  expect(steppedUp).toContain(operation);
});
