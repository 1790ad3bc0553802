import type { Insertable } from 'kysely';
import type { Trx } from '../../app.ts';
import type { OperatorDuty } from '../../db/schema.ts';

export async function replaceDuties(trx: Trx, caseId: string, duties: Insertable<OperatorDuty>[]): Promise<void> {
  await trx.deleteFrom('operator_duty').where('case_id', '=', caseId).execute();
  if (duties.length > 0) await trx.insertInto('operator_duty').values(duties).execute();
}
