-- Two providers that may be the same one are told to operators, and never merged. What is compared is a name without accents, signs,
-- spaces and legal form, and a website without protocol, `www` and what follows the path.

create function provider_name_key(name text) returns text language sql immutable parallel safe return (
  select coalesce(
    nullif(replace(regexp_replace(words, '\y(sarl|sas|sasu|eurl|scop|sa|snc|ei|eirl|ltd|limited|llc|llp|inc|plc|gmbh|bv|srl|bvba)\y', '', 'g'), ' ', ''), ''),
    replace(words, ' ', ''))
  from (select regexp_replace(lower(regexp_replace(normalize(name, nfkd), '[\u0300-\u036f]', '', 'g')), '[^[:alnum:]]+', ' ', 'g')) as t (words)
);

create function provider_website_key(website text) returns text language sql immutable parallel safe return
  regexp_replace(regexp_replace(lower(website), '^https?://(www\.)?', ''), '/*([?#].*)?$', '');

create index provider_same_name on provider (provider_name_key(display_name)) where state <> 'closed';
create index provider_same_website on provider (provider_website_key(website)) where state <> 'closed' and website is not null;
