import type { OperatorRole } from '@trust/contracts/permissions';

/** One per role, a second where duties must be separated, and a third decider: an overturned appeal has two others. */
export const seededOperators: Record<string, { role: OperatorRole; displayName: string; workName: string }> = {
  'triage@example.test': { role: 'triage', displayName: 'Tamsin Oakley', workName: 'Triage Wren' },
  'reviewer@example.test': { role: 'reviewer', displayName: 'Renée Vidal', workName: 'Reviewer Lark' },
  'reviewer2@example.test': { role: 'reviewer', displayName: 'Rohan Mehta', workName: 'Reviewer Finch' },
  'decider@example.test': { role: 'decider', displayName: 'Dora Lindqvist', workName: 'Decider Swift' },
  'decider2@example.test': { role: 'decider', displayName: 'David Okafor', workName: 'Decider Crane' },
  'decider3@example.test': { role: 'decider', displayName: 'Delphine Aubry', workName: 'Decider Stork' },
  'field-agent@example.test': { role: 'field-agent', displayName: 'Fatou Keita', workName: 'Agent Plover' },
  'supervisor@example.test': { role: 'supervisor', displayName: 'Simon Haas', workName: 'Supervisor Teal' },
  'supervisor2@example.test': { role: 'supervisor', displayName: 'Sofia Moretti', workName: 'Supervisor Heron' },
  'security@example.test': { role: 'security', displayName: 'Selma Aydin', workName: 'Security Owl' },
  'security2@example.test': { role: 'security', displayName: 'Stéphane Roux', workName: 'Security Kite' },
  'auditor@example.test': { role: 'auditor', displayName: 'Agnes Novak', workName: 'Auditor Rook' },
};

export function identifiersWithoutLimits(mode: 'development' | 'production'): ReadonlySet<string> {
  return new Set(mode === 'development' ? Object.keys(seededOperators) : []);
}
