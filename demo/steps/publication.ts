import { type Answer, type Client, eventually, type Problem, type Session, UnexpectedResponse } from '../client.ts';
import type { Provider } from './workspace.ts';

export type Override = {
  id: string;
  kind: string;
  action: 'open' | 'close';
  state: string;
  endedAt: string | null;
  approvals: { decision: string }[];
};
export type Approvers = { requester: Session; approvers: [Session, Session] };

export function publish(client: Client, owner: Session, providerId: string): Promise<Answer<Provider | Problem>> {
  return transition(client, owner, providerId, 'publish', 'The profile is complete and the claims are decided.');
}

export function transition(
  client: Client,
  actor: Session,
  providerId: string,
  name: string,
  reason: string,
): Promise<Answer<Provider | Problem>> {
  return client.call('POST', `/providers/${providerId}/transitions`, { as: actor, body: { transition: name, reason } });
}

export async function readGate(client: Client, supervisor: Session): Promise<'open' | 'closed'> {
  const path = '/operations/overrides?limit=100';
  const { body } = await client.expect<{ items: Override[] }>(200, 'GET', path, { as: supervisor });
  const last = body.items
    .filter(({ kind, state }) => kind === 'publication-gate' && state === 'approved')
    .sort((a, b) => ((a.endedAt ?? '') < (b.endedAt ?? '') ? 1 : -1))[0];
  return last?.action === 'open' ? 'open' : 'closed';
}

export async function createOverride(client: Client, requester: Session, action: 'open' | 'close'): Promise<Override> {
  const { body } = await client.expect<Override>(201, 'POST', '/operations/overrides', {
    as: requester,
    body: {
      kind: 'publication-gate',
      action,
      reason: `The verification phase has been reviewed: ${action} the gate.`,
    },
  });
  return body;
}

export function approve(client: Client, approver: Session, overrideId: string): Promise<Answer<Override | Problem>> {
  return client.call('POST', `/operations/overrides/${overrideId}/approvals`, {
    as: approver,
    body: { decision: 'approve', reason: 'Reviewed independently and approved.' },
  });
}

export async function setGate(
  client: Client,
  { requester, approvers }: Approvers,
  action: 'open' | 'close',
): Promise<void> {
  const { id } = await createOverride(client, requester, action);
  for (const approver of approvers) {
    const answer = await approve(client, approver, id);
    if (answer.status !== 201) throw new UnexpectedResponse(`the approval by ${approver.identifier}`, 201, answer);
  }
}

export async function expectClosedGate(client: Client, owner: Session, providerId: string): Promise<Answer<Problem>> {
  return eventually('the refusal to publish while the gate is closed', async () => {
    const answer = await publish(client, owner, providerId);
    const slug = answer.status === 409 && (answer.body as Problem).type.split('/').at(-1);
    if (slug === 'publication-gate-closed') return answer as Answer<Problem>;
    // The event of the closed gate or of the granted claims may not have arrived yet.
    if (answer.status === 200)
      await transition(client, owner, providerId, 'unpublish', 'Published before the gate was known to be closed.');
    else if (slug !== 'provider-not-ready')
      throw new UnexpectedResponse('publishing while the gate is closed', 409, answer);
    return undefined;
  });
}

export async function publishWhenOpen(client: Client, owner: Session, providerId: string): Promise<Answer<Provider>> {
  return eventually('the publication', async () => {
    const answer = await publish(client, owner, providerId);
    if (answer.status === 200) return answer as Answer<Provider>;
    if (answer.status !== 409) throw new UnexpectedResponse('publishing', 200, answer);
    return undefined;
  });
}
