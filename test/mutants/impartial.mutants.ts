import { mutantsOf } from './mutant.ts';

const registration = 'src/registration';
const customer = 'src/customers/own-provider/operator-was-customer.test.ts';
const was = 'src/provider-record/sides.ts';
const asOperator = 'if (asOperator) await assertImpartial(trx, actor, { providerId, at });';

export const mutants = mutantsOf('services/provider', [
  [
    'src/provider-record/assert-impartial.ts',
    "if (await wasCustomer(trx, { userId, providerId, at })) throw conflict(isCustomer, 'separation-of-duties');",
    '',
    customer,
  ],
  [`${registration}/services/select-service.ts`, asOperator, '', customer],
  [`${registration}/services/remove-service.ts`, asOperator, '', customer],
  [
    `${registration}/claim-subjects/end-claim-subject.ts`,
    'await assertImpartial(trx, actor, { providerId, at });',
    '',
    customer,
  ],
  [
    `${registration}/providers/transition-provider.ts`,
    "if (actingRole === 'operator') await assertImpartial(trx, actor, { providerId: before.id, at });",
    '',
    customer,
  ],
  [
    `${registration}/display-names/get-display-name.ts`,
    'await assertImpartial(trx, actor, { providerId, at });',
    '',
    customer,
  ],
  [was, 'e.customer_id = ${userId}', 'false', customer],
  [was, ' and e.provider_id = ${providerId}', '', customer],
  [was, ' and r.provider_id = ${providerId}', '', customer],
  [was, ' and d.provider_id = ${providerId}', '', customer],
  [was, ' and p.provider_id = ${providerId}', '', customer],
  [was, 'd.customer_id = ${userId} and ', '', customer],
  [was, 'p.reporter_id = ${userId} and ', '', customer],
  [was, 'e.ended_at is null or ', '', customer],
  [was, "e.ended_at is null or ${isRecent('e.ended_at')}", 'e.ended_at is null', customer],
  [was, "${isRecent('r.submitted_at')} or ", '', customer],
  [was, " or ${isExamined('r.id')}", '', customer],
  [was, 'd.ended_at is null or ', '', customer],
  [was, "d.ended_at is null or ${isRecent('d.ended_at')}", 'd.ended_at is null', customer],
  [was, "${isRecent('p.reported_at')} or ", '', customer],
  [was, " or ${isExamined('p.id')}", '', customer],
  [was, " and m.state = 'open'", '', customer],
  [was, "interval '12 months'", "interval '13 months'", customer],
]);
