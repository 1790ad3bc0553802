import { type Answer, type Client, eventually, type Problem, type Session, Unexpected } from '../client.ts';
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

/** What the gate was last set to. It is closed until the first override opens it. */
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
    body: { decision: 'approve', reason: 'Read independently, and agreed with.' },
  });
}

/** One asks, two others approve. */
export async function setGate(
  client: Client,
  { requester, approvers }: Approvers,
  action: 'open' | 'close',
): Promise<void> {
  const { id } = await createOverride(client, requester, action);
  for (const approver of approvers) {
    const answer = await approve(client, approver, id);
    if (answer.status !== 201) throw new Unexpected(`the approval by ${approver.identifier}`, 201, answer);
  }
}

/** Publishing while the gate is closed, which has to be refused as just that. */
export async function publishTooEarly(client: Client, owner: Session, providerId: string): Promise<Answer<Problem>> {
  return eventually('the refusal to publish while the gate is closed', async () => {
    const answer = await publish(client, owner, providerId);
    const slug = answer.status === 409 && (answer.body as Problem).type.split('/').at(-1);
    if (slug === 'publication-gate-closed') return answer as Answer<Problem>;
    // The gate was just closed, or the claims just granted, and the provider service has not heard of it.
    if (answer.status === 200)
      await transition(client, owner, providerId, 'unpublish', 'Published a moment too early.');
    else if (slug !== 'provider-not-ready') throw new Unexpected('publishing too early', 409, answer);
    return undefined;
  });
}

/** Publishing as soon as the provider service has heard that the gate is open and that claims are current. */
export async function publishAtLast(client: Client, owner: Session, providerId: string): Promise<Answer<Provider>> {
  return eventually('the publication', async () => {
    const answer = await publish(client, owner, providerId);
    if (answer.status === 200) return answer as Answer<Provider>;
    if (answer.status !== 409) throw new Unexpected('publishing', 200, answer);
    return undefined;
  });
}
