import type { OperatorCase } from '../../../packages/client/src/client.ts';
import { readCase } from '../../steps/review.ts';
import { type Context, type Scenario, submitted } from '../context.ts';
import { read, refuse } from '../desk.ts';
import { type Actor, when } from '../stage.ts';

type Appealed = { caseId: string; appealId: string; owner: Actor };

async function appealed(context: Context, all = false): Promise<Appealed> {
  const { member, caseId } = await submitted(context);
  await context.at(context.start + 3);
  const decision = await refuse(context.crew, caseId, { all });
  await context.at(context.start + 8);
  const { owner } = member;
  const { id } = await (await owner.api()).createAppeal({
    params: { path: { caseId } },
    body: {
      decisionId: decision.id,
      grounds: ['evidence_misjudged'],
      statement: 'Le document couvre bien cette activité, voir la deuxième ligne du tableau.',
    },
  });
  return { caseId, appealId: id, owner };
}

async function hear(judge: Actor, caseId: string): Promise<OperatorCase> {
  const body = { duty: 'appeal', reason: 'Has judged nothing in this case.' } as const;
  await when('the appeal assigned', async () =>
    (await judge.api()).assignVerificationCase({ params: { path: { caseId } }, body }),
  );
  return read(judge, await readCase(judge.client, await judge.session(), caseId));
}

const appealSubmitted: Scenario = async (context) => void (await appealed(context));

const appealWithdrawn: Scenario = async (context) => {
  const { caseId, appealId, owner } = await appealed(context);
  await (await owner.api()).withdrawAppeal({ params: { path: { caseId, appealId } } });
};

const appealInReview: Scenario = async (context) => {
  const { caseId } = await appealed(context);
  await hear(context.crew.judges[0], caseId);
};

async function end(context: Context, outcome: 'upheld' | 'inadmissible'): Promise<void> {
  const { caseId, appealId } = await appealed(context);
  await context.at(context.start + 12);
  const [judge] = context.crew.judges;
  await hear(judge, caseId);
  await (await judge.api()).createAppealDecision({
    params: { path: { caseId, appealId } },
    body: {
      outcome,
      reasonCodes: [outcome === 'upheld' ? 'decision_confirmed' : 'appeal_out_of_scope'],
      reason: 'The document says the same as on the day of the decision.',
    },
  });
}

const appealUpheld: Scenario = (context) => end(context, 'upheld');
const appealInadmissible: Scenario = (context) => end(context, 'inadmissible');

/** One judge checks and recommends, another decides. */
async function overturn(context: Context, outcome: 'overturned' | 'partly_overturned'): Promise<void> {
  const isPart = outcome === 'partly_overturned';
  const { caseId, appealId } = await appealed(context, isPart);
  await context.at(context.start + 12);
  const [judge, second] = context.crew.judges;
  const found = await hear(judge, caseId);
  const params = { path: { caseId, appealId } };
  const [misjudged] = found.requirements;
  const { items } = await (await judge.api()).listCaseClaimSubjects({ params });
  const subject = items.find(({ about }) => about === misjudged?.claim.about);
  await (await judge.api()).createAppealCheck({
    params,
    body: {
      requirementKey: misjudged?.key ?? '',
      evidenceVersionId: misjudged?.evidence?.evidenceVersionId ?? '',
      subjectId: subject?.id ?? null,
      providerKind: (subject?.providerKind ?? null) as 'organisation' | null,
      method: misjudged?.claim.methods[0] as 'document_review',
      result: 'clear',
      observations: 'La deuxième ligne du tableau nomme l’activité.',
      reason: 'The second line of the table names the activity.',
    },
  });
  const isGranted = (one: OperatorCase['requirements'][number]) => one.key === misjudged?.key || !isPart;
  const judged = {
    outcome,
    caseOutcome: 'verified' as const,
    claims: found.requirements.map((one) => ({
      type: one.claim.type,
      evidenceVersionId: one.evidence?.evidenceVersionId ?? null,
      // What is refused still is so for the reason of the decision.
      ...(isGranted(one)
        ? { result: 'granted' as const }
        : { result: 'refused' as const, reasonCodes: ['evidence_insufficient' as const] }),
    })),
    reasonCodes: ['evidence_misjudged' as const, ...(isPart ? ['evidence_insufficient' as const] : [])],
    reason: 'The first check has missed a line of the document.',
  };
  await (await judge.api()).createAppealRecommendation({ params, body: judged });
  await context.at(context.start + 13);
  await hear(second, caseId);
  await (await second.api()).createAppealDecision({ params, body: judged });
}

const appealOverturned: Scenario = (context) => overturn(context, 'overturned');
const appealPartlyOverturned: Scenario = (context) => overturn(context, 'partly_overturned');

export const appealScenarios = {
  appealSubmitted,
  appealWithdrawn,
  appealInReview,
  appealUpheld,
  appealInadmissible,
  appealOverturned,
  appealPartlyOverturned,
};
