-- The challenge of a one-time code, and the newest messages of all recipients.
alter table dev_mailbox_message add column challenge_id uuid;
create index dev_mailbox_newest_of_all on dev_mailbox_message (sent_at desc, id desc);
