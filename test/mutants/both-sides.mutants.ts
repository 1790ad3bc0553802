import { mutantsOf } from './mutant.ts';

const own = 'src/customers/own-provider';
const leave = `${own}/leave-customer-side.ts`;
const sides = 'src/customers/both-sides/both-sides.ts';
const migration = 'src/db/migrations/0018-sides.sql';
const close = 'src/provider-record/close-enquiries.ts';

const asOperator = 'src/customers/own-provider/read-as-operator.test.ts';

export const mutants = mutantsOf('services/provider', [
  ['src/customers/disputes/create-dispute-appeal.ts', ' || isWon || ', ' || ', 'src/customers/disputes'],
  ['src/provider-record/is-operator-for.ts', '!(await isOrWasRepresentative(trx, side)) && ', '', asOperator],
  ['src/provider-record/is-operator-for.ts', ' && !(await wasCustomer(trx, side))', '', asOperator],
  [
    'src/registration/display-names/get-display-name.ts',
    'if (await isOrWasRepresentative(trx, { userId, providerId, at })) throw notFound();',
    '',
    asOperator,
  ],
  [
    'src/provider-record/is-operator-for.ts',
    'if (!actor.permissions.includes(permission)) return false;',
    '',
    asOperator,
  ],
  ['src/customers/reviews/get-review.ts', 'if (await isOperatorFor(trx, actor, of)) {', 'if (true) {', asOperator],
  ...['review-responses/get-review-response', 'disputes/get-dispute'].map((route): [string, string, string, string] => [
    `src/customers/${route}.ts`,
    'const decides = await isOperatorFor(trx, actor, of);',
    'const decides = true;',
    asOperator,
  ]),
  [
    'src/customers/reports/get-provider-report.ts',
    "const decides = await isOperatorFor(trx, actor, { permission: 'operations.disputes.manage', ...of });",
    'const decides = true;',
    asOperator,
  ],
  ['src/registration/providers/get-provider.ts', 'found.filter(({ id }) => !own.includes(id))', 'found', asOperator],
  [
    'src/customers/enquiries/side-of.ts',
    ' && !needsWorkspaceChoice(actor, assignments)',
    '',
    'src/customers/enquiries/enquiries.test.ts',
  ],
  [
    `${own}/on-invitation-accepted.ts`,
    'if (providerId) await leaveCustomerSide(trx, { providerId, userId }, app.now());',
    '',
    own,
  ],
  [leave, "if (reviewTransitions[row.state].includes('withdrawn')) await endReview(trx, row, at);", 'if (false);', own],
  [leave, 'else await withdrawRequest(trx, row.id, at);', '', own],
  [leave, 'for (const row of disputes.rows) await endDispute(trx, row, at);', '', own],
  [leave, "await closeEnquiries(trx, { providerId, customerId: userId, endedBy: 'customer' }, at);", '', own],
  [leave, "await notifyOfDispute(trx, row, 'provider', 'dispute_withdrawn');", '', own],
  [close, '${customerId ? sql`e.customer_id = ${customerId}` : sql`true`}', 'true', own],
  [close, "const told = endedBy === 'customer' ?", 'const told = false ?', own],
  [leave, "endedBy: 'customer'", "endedBy: 'provider'", own],
  [sides, 'if (rows[0]?.has) throw bothSides();', '', own],
  [sides, 'where i.id = ${interactionId ?? null}),', 'where false),', own],
  [
    'src/customers/reviews/create-review-appeal.ts',
    'await assertApart(trx, { customerId: row.author_id, providerId: row.provider_id });',
    '',
    own,
  ],
  [
    'src/customers/review-responses/put-review-response.ts',
    'await assertApart(trx, { customerId: row.author_id, providerId: row.provider_id });',
    '',
    own,
  ],
  [
    'src/customers/disputes/create-dispute-appeal.ts',
    'await assertApart(trx, { customerId, providerId, interactionId });',
    '',
    own,
  ],
  [migration, 'and (ended_at is null or ended_at > since)', 'and ended_at is null', own],
  [migration, 'perform from provider where id = new.provider_id for share;', '', own],
  [migration, "since := '-infinity';", "since := 'infinity';", own],
  [migration, 'refuse_both_sides before insert on interaction', 'refuse_both_sides before update on interaction', own],
  [migration, 'refuse_both_sides before insert on review', 'refuse_both_sides before update on review', own],
  [migration, 'refuse_both_sides before insert on dispute', 'refuse_both_sides before update on dispute', own],
  [migration, "and new.state = 'accepted')", "and new.state = 'closed')", own],
]);
