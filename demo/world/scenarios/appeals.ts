import type { OperatorCase } from '../../../packages/client/src/client.ts';
import { readCase } from '../../steps/review.ts';
import { read, refuse } from '../desk.ts';
import { type Actor, when } from '../stage.ts';
import { submitted, type Tale, type Teller } from '../tale.ts';

type Appealed = { caseId: string; appealId: string; owner: Actor };

async function appealed(tale: Tale, all = false): Promise<Appealed> {
  const { member, caseId } = await submitted(tale);
  await tale.at(tale.start + 3);
  const decision = await refuse(tale.crew, caseId, { all });
  await tale.at(tale.start + 8);
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

const appealSubmitted: Teller = async (tale) => void (await appealed(tale));

const appealWithdrawn: Teller = async (tale) => {
  const { caseId, appealId, owner } = await appealed(tale);
  await (await owner.api()).withdrawAppeal({ params: { path: { caseId, appealId } } });
};

const appealInReview: Teller = async (tale) => {
  const { caseId } = await appealed(tale);
  await hear(tale.crew.judges[0], caseId);
};

async function end(tale: Tale, outcome: 'upheld' | 'inadmissible'): Promise<void> {
  const { caseId, appealId } = await appealed(tale);
  await tale.at(tale.start + 12);
  const [judge] = tale.crew.judges;
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

const appealUpheld: Teller = (tale) => end(tale, 'upheld');
const appealInadmissible: Teller = (tale) => end(tale, 'inadmissible');

/** One judge checks and recommends, another decides. */
async function overturn(tale: Tale, outcome: 'overturned' | 'partly_overturned'): Promise<void> {
  const isPart = outcome === 'partly_overturned';
  const { caseId, appealId } = await appealed(tale, isPart);
  await tale.at(tale.start + 12);
  const [judge, second] = tale.crew.judges;
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
  await tale.at(tale.start + 13);
  await hear(second, caseId);
  await (await second.api()).createAppealDecision({ params, body: judged });
}

const appealOverturned: Teller = (tale) => overturn(tale, 'overturned');
const appealPartlyOverturned: Teller = (tale) => overturn(tale, 'partly_overturned');

export const appealTellers = {
  appealSubmitted,
  appealWithdrawn,
  appealInReview,
  appealUpheld,
  appealInadmissible,
  appealOverturned,
  appealPartlyOverturned,
};
