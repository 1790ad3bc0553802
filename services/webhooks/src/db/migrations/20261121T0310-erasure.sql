-- What goes when a person is erased.
alter table dev_mailbox_message add column contact text;
create index dev_mailbox_contact on dev_mailbox_message (contact);
create index delivery_push_queued on delivery (user_id) where state = 'queued' and user_id is not null;
grant delete on notification, dev_mailbox_message to service_app;
