-- A portrait of an individual stays when a colleague who uploaded it is erased (docs/domain/public-media.md 20).
alter table provider_publication add is_individual boolean not null default false;
