-- The installation that a push went to: a person can have several.
alter table dev_mailbox_message add column device_id uuid;
alter table dev_mailbox_message add column push_service text;
