import type { OperatorRole } from '@trust/contracts/permissions';

/** One per role, and a second where duties must be separated. */
export const seededOperators: Record<string, { role: OperatorRole; displayName: string }> = {
  'triage@example.test': { role: 'triage', displayName: 'Tamsin Oakley' },
  'reviewer@example.test': { role: 'reviewer', displayName: 'Renée Vidal' },
  'reviewer2@example.test': { role: 'reviewer', displayName: 'Rohan Mehta' },
  'decider@example.test': { role: 'decider', displayName: 'Dora Lindqvist' },
  'decider2@example.test': { role: 'decider', displayName: 'David Okafor' },
  'field-agent@example.test': { role: 'field-agent', displayName: 'Fatou Keita' },
  'supervisor@example.test': { role: 'supervisor', displayName: 'Simon Haas' },
  'supervisor2@example.test': { role: 'supervisor', displayName: 'Sofia Moretti' },
  'security@example.test': { role: 'security', displayName: 'Selma Aydin' },
  'security2@example.test': { role: 'security', displayName: 'Stéphane Roux' },
  'auditor@example.test': { role: 'auditor', displayName: 'Agnes Novak' },
};

export function identifiersWithoutLimits(mode: 'development' | 'production'): ReadonlySet<string> {
  return new Set(mode === 'development' ? Object.keys(seededOperators) : []);
}
