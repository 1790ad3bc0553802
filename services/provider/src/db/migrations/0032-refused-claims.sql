-- Types of claims about a person that the decision of a case refused for good: the public sees nothing of the category until a later
-- decision grants them (docs/domain/publication-and-search.md 33).
alter table case_projection add refused_types text[] not null default '{}';
