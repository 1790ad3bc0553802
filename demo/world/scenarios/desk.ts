import { setGate } from '../../steps/publication.ts';
import type { At, Task } from '../schedule.ts';
import { idOf, type Stage, when } from '../stage.ts';

const reason = 'Written down after the call with the hotline.';

/** The first providers are ready: three operators open publication. */
async function openGate(stage: Stage, at: At): Promise<void> {
  await at(15);
  const [requester, first, second] = ['supervisor', 'supervisor2', 'security'].map((name) => stage.operator(name));
  if (!requester || !first || !second) return;
  const approvers: [Awaited<ReturnType<typeof first.session>>, Awaited<ReturnType<typeof second.session>>] = [
    await first.session(),
    await second.session(),
  ];
  await setGate(requester.client, { requester: await requester.session(), approvers }, 'open');
}

async function incidents(stage: Stage, at: At): Promise<void> {
  const security = stage.operator('security');
  const open = async (title: string, severity: 'high' | 'medium') =>
    (await (await security.api()).createIncident({ body: { severity, title, reason } })).id;
  await at(150);
  const solved = await open('Codes arrive late by SMS', 'high');
  const params = { path: { incidentId: solved } };
  await (await security.api()).startIncident({ params, body: { reason } });
  await at(165);
  await (await security.api()).resolveIncident({ params, body: { reason } });
  await at(362);
  const current = await open('Scans take more than an hour', 'medium');
  await (await security.api()).startIncident({ params: { path: { incidentId: current } }, body: { reason } });
  await at(366);
  await open('A register answers with empty pages', 'medium');
}

async function escalations(stage: Stage, at: At): Promise<void> {
  const [triage, supervisor] = [stage.operator('triage'), stage.operator('supervisor')];
  const subject = async (nth: number) => {
    const { items } = await (await triage.api()).listQueuedCases({ params: { query: { limit: 100 } } });
    return { type: 'verification_case', id: items[nth % items.length]?.id ?? '' } as const;
  };
  const raise = async (nth: number) => {
    const body = { subject: await subject(nth), reasonCode: 'policy_unclear', reason } as const;
    return when('an escalation', async () => (await supervisor.api()).createEscalation({ body }));
  };
  await at(361);
  const solved = await raise(0);
  const params = { path: { escalationId: solved.id } };
  await (await supervisor.api()).startEscalation({ params, body: { reason } });
  await (await supervisor.api()).resolveEscalation({ params, body: { reason } });
  const current = await raise(1);
  await (await supervisor.api()).startEscalation({ params: { path: { escalationId: current.id } }, body: { reason } });
  await at(366);
  await raise(2);
}

/** One with a single vote, and each end that a request can have. */
async function overrides(stage: Stage, at: At): Promise<void> {
  const [requester, first, second] = ['supervisor2', 'supervisor', 'security2'].map((name) => stage.operator(name));
  if (!requester || !first || !second) return;
  const body = {
    kind: 'publication-gate',
    action: 'close',
    reason: 'Close publication until the audit has ended.',
  } as const;
  const request = async () => (await (await requester.api()).createOverride({ body })).id;
  const vote = async (voter: typeof first, overrideId: string, decision: 'approve' | 'reject') =>
    (await voter.api()).createOverrideApproval({ params: { path: { overrideId } }, body: { decision, reason } });
  await at(105);
  await vote(first, await request(), 'reject');
  const withdrawn = await request();
  await (await requester.api()).withdrawOverride({ params: { path: { overrideId: withdrawn } }, body: { reason } });
  await at(255);
  await request();
  await at(366);
  await vote(first, await request(), 'approve');
}

/** Operators ask for roles for the auditor, who is at hand. */
async function roleRequests(stage: Stage, at: At): Promise<void> {
  const [requester, first, second] = ['security', 'security2', 'supervisor'].map((name) => stage.operator(name));
  if (!requester || !first || !second) return;
  const request = async (name: string, role: 'triage' | 'reviewer' | 'field-agent') => {
    const userId = await idOf(stage.operator(name));
    return (await (await requester.api()).createRoleRequest({ body: { userId, role, reason } })).id;
  };
  const vote = async (voter: typeof first, roleRequestId: string, decision: 'approve' | 'reject') =>
    (await voter.api()).createRoleApproval({ params: { path: { roleRequestId } }, body: { decision, reason } });
  await at(60);
  await vote(first, await request('auditor', 'reviewer'), 'reject');
  await at(90);
  const granted = await request('field-agent', 'triage');
  await vote(first, granted, 'approve');
  await vote(second, granted, 'approve');
  await at(180);
  await request('auditor', 'field-agent');
  await at(366);
  await vote(first, await request('reviewer2', 'triage'), 'approve');
}

export function deskScenarios(stage: Stage): Task[] {
  const scenarios = { openGate, incidents, escalations, overrides, roleRequests };
  return Object.entries(scenarios).map(([name, run]) => ({ name, run: (at) => run(stage, at) }));
}
