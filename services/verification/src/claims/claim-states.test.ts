import { afterAll, beforeAll, expect, test } from 'vitest';
import { decide, makeRecommended } from '../../test/make.ts';
import { startVerification, type Verification } from '../../test/service.ts';
import { claimStatus } from './status.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification();
});
afterAll(() => service[Symbol.asyncDispose]());

test('M1 the database lets a claim be suspended and restored, but never changed once revoked', async () => {
  const { caseId } = await makeRecommended(service);
  const { body } = await decide(service, caseId);
  const set = (state: 'active' | 'suspended' | 'revoked' | 'superseded') =>
    service.db.updateTable('claim').set({ state }).where('id', '=', body.claims[0].claimId).execute();
  for (const state of ['suspended', 'active', 'suspended', 'revoked'] as const) await set(state);
  for (const state of ['active', 'suspended', 'superseded'] as const) {
    await expect(set(state)).rejects.toThrow(`claim cannot go from revoked to ${state}`);
  }
});

test.each([
  ['active', 31, 'active'],
  ['active', 30, 'expiring'],
  ['active', 0, 'expired'],
  ['suspended', 0, 'suspended'],
  ['revoked', 100, 'revoked'],
] as const)('a claim in state %s with %d days left has the status %s', (state, days, status) => {
  const now = new Date('2026-01-05T09:00:00.000Z');
  expect(claimStatus({ state, valid_until: new Date(now.getTime() + days * 86_400_000) }, now)).toBe(status);
});
