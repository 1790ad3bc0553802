import type { OperatorRole } from '@trust/contracts/permissions';

/** One per role, and a second where duties must be separated. */
export const seededOperators: Record<string, OperatorRole> = {
  'triage@example.test': 'triage',
  'reviewer@example.test': 'reviewer',
  'reviewer2@example.test': 'reviewer',
  'decider@example.test': 'decider',
  'decider2@example.test': 'decider',
  'field-agent@example.test': 'field-agent',
  'supervisor@example.test': 'supervisor',
  'supervisor2@example.test': 'supervisor',
  'security@example.test': 'security',
  'security2@example.test': 'security',
  'auditor@example.test': 'auditor',
};

export function identifiersWithoutLimits(mode: 'development' | 'production'): ReadonlySet<string> {
  return new Set(mode === 'development' ? Object.keys(seededOperators) : []);
}
