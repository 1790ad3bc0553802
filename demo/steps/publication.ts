import { isProblem, type Override, type Provider } from '../../packages/client/src/client.ts';
import { type Client, eventually, type Session, unlessStatus } from '../client.ts';

export type Approvers = { requester: Session; approvers: [Session, Session] };

const publishReason = 'The profile is complete and the claims are decided.';

/** Throws `publication-gate-closed`, `provider-not-ready` or `name-not-accepted` while the provider may not be published. */
export function publish(client: Client, owner: Session, providerId: string): Promise<Provider> {
  const body = { transition: 'publish', reason: publishReason } as const;
  return client.as(owner).api.transitionProvider({ params: { path: { providerId } }, body });
}

export async function readGate(client: Client, supervisor: Session): Promise<'open' | 'closed'> {
  const query = { kind: 'publication-gate', state: 'approved', limit: 100 } as const;
  const { items } = await client.as(supervisor).api.listOverrides({ params: { query } });
  const last = items.sort((a, b) => ((a.endedAt ?? '') < (b.endedAt ?? '') ? 1 : -1))[0];
  return last?.action === 'open' ? 'open' : 'closed';
}

export function createOverride(client: Client, requester: Session, action: 'open' | 'close'): Promise<Override> {
  const reason = `The verification phase has been reviewed: ${action} the gate.`;
  return client.as(requester).api.createOverride({ body: { kind: 'publication-gate', action, reason } });
}

export function approve(client: Client, approver: Session, overrideId: string): Promise<Override> {
  return client.as(approver).api.createOverrideApproval({
    params: { path: { overrideId } },
    body: { decision: 'approve', reason: 'Reviewed independently and approved.' },
  });
}

export async function setGate(
  client: Client,
  { requester, approvers }: Approvers,
  action: 'open' | 'close',
): Promise<void> {
  const { id } = await createOverride(client, requester, action);
  for (const approver of approvers) await approve(client, approver, id);
}

export async function expectClosedGate(client: Client, owner: Session, providerId: string): Promise<void> {
  await eventually('the refusal to publish while the gate is closed', async () => {
    try {
      await publish(client, owner, providerId);
    } catch (error) {
      if (isProblem(error, 'publication-gate-closed')) return true;
      // The event of the granted claims or of the accepted name may not have arrived yet.
      if (isProblem(error, 'provider-not-ready') || isProblem(error, 'name-not-accepted')) return undefined;
      throw error;
    }
    // The event of the closed gate has not arrived yet.
    await client.as(owner).api.transitionProvider({
      params: { path: { providerId } },
      body: { transition: 'unpublish', reason: 'Published before the gate was known to be closed.' },
    });
    return undefined;
  });
}

/** An operator who moderates reads and accepts the newest words of the provider, unless one did before. */
export function acceptName(client: Client, moderator: Session, providerId: string): Promise<unknown> {
  const { api } = client.as(moderator);
  const body = {
    outcome: 'approved',
    reasonCode: 'complies',
    reason: 'Its own name and work, and nobody else’s data.',
  } as const;
  return eventually('the decision about the name', async () => {
    const { items } = await api.listNameModerations({ params: { query: { providerId } } });
    const [asked] = items;
    // The event of newer words may not have arrived yet.
    if (!asked || asked.state === 'withdrawn') return undefined;
    if (asked.state === 'decided') return asked;
    const params = { path: { nameId: asked.subjectId } };
    await api.getDisplayName({ params });
    // The read counts once its event has arrived.
    return unlessStatus([409], api.createNameDecision({ params, body }));
  });
}

export function publishWhenOpen(client: Client, owner: Session, providerId: string): Promise<Provider> {
  return eventually('the publication', () => unlessStatus([409], publish(client, owner, providerId)));
}
