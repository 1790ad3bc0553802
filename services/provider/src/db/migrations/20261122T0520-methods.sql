-- A claim lists the methods by which it can be supported (ADR 0036). What was one method becomes a list of one: nothing else changes.

alter table requirement_version disable trigger guard_requirement_version;
update requirement_version v set requirements = (
  select jsonb_agg(
    requirement #- '{claim,method}' || jsonb_build_object('claim',
      (requirement -> 'claim') - 'method' || jsonb_build_object('methods', jsonb_build_array(requirement #> '{claim,method}')))
    order by place)
  from jsonb_array_elements(v.requirements) with ordinality as listed (requirement, place)
)
where jsonb_path_exists(requirements, '$[*].claim.method');
alter table requirement_version enable always trigger guard_requirement_version;

alter table requirement_version add constraint claims_have_methods check (not jsonb_path_exists(
  requirements, '$[*] ? (!exists(@.claim.methods[0]))'
));
