import { type PolicyKey, policies } from '@trust/contracts/policies';
import type { Language } from '@trust/contracts/values/text';
import type { z } from 'zod';
import type { ConsentRow } from './of-person.ts';
import type { Consent } from './schema.ts';

export const historyLength = 20;

export function consentView(
  policyKey: PolicyKey,
  entries: readonly ConsentRow[],
  language: Language,
): z.input<typeof Consent> {
  const { title, text, version, required, requiredForUploads = false } = policies[policyKey];
  const own = entries.filter((entry) => entry.policy_key === policyKey);
  const [inForce] = own;
  return {
    policyKey,
    title: title[language],
    text: text[language],
    currentVersion: version,
    required,
    requiredForUploads,
    granted: inForce?.granted ?? false,
    version: inForce?.version ?? null,
    recordedAt: inForce?.at.toISOString() ?? null,
    history: own
      .slice(0, historyLength)
      .map((entry) => ({ version: entry.version, granted: entry.granted, recordedAt: entry.at.toISOString() })),
  };
}
