import type { Trx } from '../../app.ts';

/** `recipient` is the user id of pushes; `contacts` are identity's pseudonyms of addresses. */
export async function deleteMailbox(
  trx: Trx,
  { recipient, contacts }: { recipient: string; contacts: readonly string[] },
): Promise<void> {
  await trx.deleteFrom('dev_mailbox_message').where('recipient', '=', recipient).execute();
  if (contacts.length > 0) await trx.deleteFrom('dev_mailbox_message').where('contact', 'in', contacts).execute();
}
