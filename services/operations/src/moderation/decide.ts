import type { Actor } from '@trust/contracts/actor';
import { urgentReportReasons } from '@trust/contracts/reasons/moderation-reasons';
import { brokenConstraint } from '@trust/service-kit/database/sql-error';
import type { Idempotency } from '@trust/service-kit/http/idempotency';
import { once } from '@trust/service-kit/http/idempotency';
import { reply } from '@trust/service-kit/http/reply';
import { conflict, invalid, notFound, Problem } from '@trust/service-kit/problems/problem';
import type { RequestInfo } from '@trust/service-kit/request-info';
import { type App, audit, type Trx } from '../app.ts';
import { notifyOperator } from '../notify-operator.ts';
import { ownProviders } from '../own-providers.ts';
import { announceDecided } from './announce.ts';
import { moderationView } from './moderation-view.ts';
import { lockLast, type ModerationKind, type ModerationRow, markDecided, wasActedOn } from './queries.ts';
import { isApproved, reopen } from './reopen.ts';

type Input = {
  actor: Actor;
  body: { outcome: string; reasonCode: string; reason: string; isNameKept?: boolean | undefined };
  idempotency: Idempotency | undefined;
  request: RequestInfo;
};

/** The outcome that one reason code explains, and no other outcome has. */
const onlyReasons = { approved: 'complies', upheld: 'action_taken' } as const;
type Explained = keyof typeof onlyReasons;

const wrongReason = (outcome: Explained) => ({
  en: `\`${onlyReasons[outcome]}\` is the only reason for \`${outcome}\`, and none for another outcome.`,
  fr: `\`${onlyReasons[outcome]}\` est le seul motif de \`${outcome}\` et ne justifie aucune autre issue.`,
});

const separations = [
  'decider_is_not_involved',
  'appeal_has_another_decider',
  'later_dispute_has_another_decider',
  'decider_is_no_representative',
];

export function decide(
  input: Input,
  app: App,
  { kind, subjectId }: { kind: Exclude<ModerationKind, 'media'>; subjectId: string },
) {
  const { outcome, reasonCode, reason, isNameKept } = input.body;
  if (kind !== 'dispute') assertReasonFits(input.body, kind === 'report' ? 'upheld' : 'approved');
  return app.db.transact((trx) =>
    once(trx, input.idempotency, async () => {
      const at = app.now();
      const last = await lockLast(trx, subjectId, { kind, ownProviders: ownProviders(input.actor) });
      if (!last) throw notFound();
      const isTakenDown = kind === 'name' && outcome === 'refused' && isApproved(last);
      if (isNameKept !== undefined && !isTakenDown) throw invalid('isNameKept', 'not_allowed');
      const row = isTakenDown ? await reopen(trx, app, last, at) : last;
      assertReady(row, at);
      if (outcome === 'upheld') await assertActed(trx, row);
      const decided = await recordDecision(trx, row, { ...input.body, deciderId: input.actor.userId, at });
      if (isTakenDown) await tellWhoAccepted(trx, last, input.actor);
      await audit(trx, input, {
        objectType: kind,
        objectId: subjectId,
        reason,
        before: { state: last.state, isAppeal: last.is_appeal },
        after: {
          state: 'decided',
          outcome,
          reasonCode,
          round: row.round,
          ...(isNameKept !== undefined && { isNameKept }),
        },
      });
      return reply(moderationView(decided, at), { status: 201 });
    }),
  );
}

type Decision = Input['body'] & { deciderId: string; at: Date };

/** Constraints of the table decide who may decide (promise Z3), and that they read it (promise T2). */
export async function recordDecision(trx: Trx, { id }: ModerationRow, decision: Decision): Promise<ModerationRow> {
  const { outcome, reasonCode, reason, isNameKept, deciderId, at } = decision;
  const row = {
    outcome,
    decision_reason: reasonCode,
    reason,
    decided_by: deciderId,
    decided_at: at,
    is_name_kept: isNameKept ?? null,
  };
  const decided = await markDecided(trx, id, row).catch((error) => {
    const broken = brokenConstraint(error);
    if (broken === 'decider_has_read') throw new Problem('content-not-read');
    if (broken === 'refusal_not_repeated') throw isRepeated();
    throw separations.includes(broken ?? '') ? new Problem('separation-of-duties') : error;
  });
  await announceDecided(trx, decided, at);
  return decided;
}

/** Nobody takes down unseen what a colleague accepted. */
async function tellWhoAccepted(
  trx: Trx,
  { decided_by: userId, subject_id: id }: ModerationRow,
  by: Actor,
): Promise<void> {
  if (userId === null || userId === by.userId) return;
  await notifyOperator(trx, { userId, template: 'accepted_words_refused', type: 'public_words', id });
}

function isRepeated(): Problem {
  return conflict({
    en: 'You refused another accepted name of this provider within the last 30 days. Ask a colleague to read these words and decide, or refuse them with `isNameKept`, which leaves the name.',
    fr: 'Vous avez déjà refusé un nom accepté de ce prestataire dans les 30 derniers jours. Demandez à une autre personne de lire ces textes et de décider, ou refusez-les avec `isNameKept`, qui laisse le nom.',
  });
}

/** Both sides read the reason beside the outcome. */
export function assertReasonFits(
  { outcome, reasonCode }: { outcome: string; reasonCode: string },
  explained: Explained = 'approved',
): void {
  if ((outcome === explained) !== (reasonCode === onlyReasons[explained]))
    throw invalid('reasonCode', 'invalid_value', wrongReason(explained));
}

/** The reporter of a danger reads that operators acted. */
async function assertActed(trx: Trx, row: ModerationRow): Promise<void> {
  if (!urgentReportReasons.includes(row.reason_code) || (await wasActedOn(trx, row))) return;
  throw conflict({
    en: 'Nothing was done about the provider since the report. Open an incident or a review of its claims, take an emergency action, or suspend or withhold the provider; then decide.',
    fr: 'Aucune mesure n’a été prise à l’égard du prestataire depuis le signalement. Ouvrez un incident ou un réexamen de ses attestations, prenez une mesure d’urgence, ou suspendez le prestataire ou retenez sa publication ; puis décidez.',
  });
}

function assertReady(row: ModerationRow, at: Date): void {
  if (row.state !== 'open')
    throw new Problem('invalid-transition', {
      en: 'It is decided or withdrawn. Nothing is left to decide.',
      fr: 'La décision est rendue ou la demande a été retirée. Il n’y a plus rien à décider.',
    });
  if (row.ready_at > at)
    throw conflict({
      en: 'The other side can still respond. Decide after `readyAt`.',
      fr: 'L’autre partie peut encore répondre. Décidez après `readyAt`.',
    });
}
