import type { Actor } from '@trust/contracts/actor';
import { operator } from '@trust/service-testing/actors';
import { expect } from 'vitest';
import { decide, makeRecommended, type Provider } from './make.ts';
import type { Verification } from './service.ts';

type Options = {
  provider?: Provider;
  reviewer?: Actor;
  results?: Partial<Record<string, 'clear' | 'consider' | 'failed'>>;
  /** Keys of the requirements that get a document. */
  of?: readonly string[];
} & { claims?: unknown; outcome?: string; reasonCodes?: readonly string[]; claimEndReason?: string };

/** The open case of the provider, or that of a new one, from its documents to its decision: by default everything is granted. */
export async function decideCase(
  service: Verification,
  { provider, reviewer, results = {}, of, ...decision }: Options = {},
) {
  const made = await makeRecommended(service, {
    results,
    ...(provider && { provider }),
    ...(reviewer && { reviewer }),
    ...(of && { of }),
  });
  const decider = operator('decider');
  const { status, body } = await decide(service, made.caseId, { actor: decider, ...decision });
  expect(status).toBe(201);
  const [identity, licence] = body.claims.map(({ claimId }: { claimId: string }) => claimId);
  return { ...made, decider, decisionId: body.id as string, identity: identity as string, licence: licence as string };
}
