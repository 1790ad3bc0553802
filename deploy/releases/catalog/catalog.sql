-- Returns what a replica can notice of its database, as JSON. Objects of extensions and of the migrator do not count, nor do partitions.
with member as (
  select objid from pg_depend where deptype = 'e'
), relation as (
  select c.oid, c.relname, c.relrowsecurity from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm') and not c.relispartition
    and c.oid not in (select objid from member)
    and c.relname not like '%\_migration' and c.relname not like '%\_migration\_lock' and c.relname <> 'migration_checksum'
), col as (
  select r.relname, r.oid, a.* from relation r join pg_attribute a on a.attrelid = r.oid
  where a.attnum > 0 and not a.attisdropped
), routine as (
  select p.oid::regprocedure::text as signature, p.oid, p.prokind, p.prorettype from pg_proc p
  where p.pronamespace = 'public'::regnamespace and p.oid not in (select objid from member)
), granted as (
  select format('%s on %s', privilege, relname) as privilege
  from relation, unnest(array['delete', 'truncate']) privilege where has_table_privilege('service_app', oid, privilege)
  union all
  select format('%s on %s.%s', privilege, relname, attname)
  from col, unnest(array['select', 'insert', 'update']) privilege
  where has_column_privilege('service_app', oid, attnum, privilege)
  union all
  select format('execute on %s', signature) from routine where has_function_privilege('service_app', oid, 'execute')
)
select json_build_object(
  'tables', (select coalesce(json_object_agg(relname, json_build_object('rowSecurity', relrowsecurity)), '{}')
    from relation),
  'columns', (select coalesce(json_object_agg(relname || '.' || attname, json_build_object(
      'table', relname, 'column', attname, 'type', format_type(atttypid, atttypmod),
      'isRequired', attnotnull, 'hasDefault', atthasdef or attidentity <> '' or attgenerated <> '',
      'isComputed', attgenerated <> '' or attidentity = 'a')), '{}')
    from col),
  'constraints', (select coalesce(json_object_agg(relname || '.' || conname, json_build_object(
      'table', relname, 'name', conname, 'kind', contype,
      'definition', regexp_replace(pg_get_constraintdef(con.oid), ' NOT VALID$', ''),
      'columns', (select coalesce(json_agg(attname), '[]') from col where col.oid = conrelid and attnum = any (conkey)))), '{}')
    from pg_constraint con join relation r on r.oid = conrelid where contype in ('c', 'u', 'p', 'x', 'f')),
  'uniqueIndexes', (select coalesce(json_object_agg(i.relname, json_build_object(
      'table', r.relname, 'definition', pg_get_indexdef(indexrelid),
      -- Column 0 is an expression.
      'columns', (select coalesce(json_agg(attname), '[]') from col where col.oid = indrelid and attnum = any (indkey)),
      'hasExpression', 0 = any (indkey))), '{}')
    from pg_index join relation r on r.oid = indrelid join pg_class i on i.oid = indexrelid
    where indisunique and not exists (select from pg_constraint where conindid = indexrelid)),
  'enumValues', (select coalesce(json_agg(t.typname || '.' || enumlabel), '[]')
    from pg_enum join pg_type t on t.oid = enumtypid where t.typnamespace = 'public'::regnamespace),
  'privileges', (select coalesce(json_agg(privilege), '[]') from granted),
  -- Functions of triggers count with their triggers; aggregates have no definition.
  'routines', (select coalesce(json_object_agg(signature, json_build_object(
      'definition', case when prokind <> 'a' and prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)
        then pg_get_functiondef(oid) else '' end)), '{}')
    from routine),
  'triggers', (select coalesce(json_object_agg(relname || '.' || tgname, json_build_object(
      'table', relname, 'name', tgname,
      'definition', concat_ws(E'\n', pg_get_triggerdef(t.oid), tgenabled, pg_get_functiondef(tgfoid)))), '{}')
    from pg_trigger t join relation r on r.oid = tgrelid where not tgisinternal),
  'transitions', (select coalesce(json_agg(format('%s: %s to %s', thing, from_state, to_state)), '[]')
    from allowed_transition)
) as catalog
