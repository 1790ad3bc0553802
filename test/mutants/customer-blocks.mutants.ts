import { mutantsOf } from './mutant.ts';

const blocks = 'src/customers/blocks/customer-blocks.test.ts';
const record = 'src/customers/block-record/queries.ts';
const put = 'src/customers/blocks/put-customer-block.ts';

/** Who is followed can end it, and is told to nobody (docs/domain/enquiry.md 33, 34). */
export const mutants = mutantsOf('services/provider', [
  [
    'src/customers/enquiries/create-enquiry.ts',
    '(await isBlocked(trx, app, { providerId: provider.id, customerId, at })) ||',
    '',
    blocks,
  ],
  [put, "await closeEnquiries(trx, { providerId, customerId, endedBy: 'provider' }, at);", '', blocks],
  [put, 'if (!isBlocked && (await isErased(trx, row.customer_id)))', 'if (false)', blocks],
  [put, 'if (!isBlocked && (await', 'if ((await', blocks],
  [record, 'from customer_block where enquiry_id = ${enquiryId}', 'from customer_block', blocks],
  [put, "endedBy: 'provider'", "endedBy: 'customer'", blocks],
  [record, 'other.mailboxes && own.mailboxes', 'false', blocks],
  [record, 'or b.hashes && ${hashes}::bytea[] and b.kept_until > ${at})', ')', blocks],
  [record, ' and b.kept_until > ${at})', ')', blocks],
  [record, 'and (b.kept_until is null or b.kept_until > ${at})', '', blocks],
  [record, ' or enquiry_id = ${of.enquiryId}', '', blocks],
  [
    record,
    "if (hashes.length === 0) await trx.deleteFrom('customer_block')",
    "if (false) await trx.deleteFrom('customer_block')",
    blocks,
  ],
  ['src/personal-data/on-person-erased.ts', 'await eraseBlocksOf(trx, app, personId, new Date(erasedAt));', '', blocks],
]);
