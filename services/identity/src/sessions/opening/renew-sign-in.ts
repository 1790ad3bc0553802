import type { AnyInput } from '@trust/service-kit/request-info';
import { audit, type Trx } from '../../app.ts';
import { renewAuthentication } from '../queries.ts';
import type { StepUp } from '../schema.ts';
import { auditedProof, type Proof } from './sign-in.ts';

type Renewal = { sessionId: string; proof: Proof; now: Date };

/** The session goes on as it is, with a fresh sign-in. Undefined if it has ended, or a code would replace a passkey. */
export async function renewSignIn(
  trx: Trx,
  input: AnyInput,
  { sessionId, proof, now }: Renewal,
): Promise<StepUp | undefined> {
  const passkeyId = 'passkeyId' in proof ? proof.passkeyId : null;
  if (!(await renewAuthentication(trx, { sessionId, passkeyId, now }))) return undefined;
  await audit(trx, input, { objectType: 'session', objectId: sessionId, after: auditedProof(proof) });
  return { authenticatedAt: now.toISOString() };
}
