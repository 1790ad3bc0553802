-- What two providers are compared by, as people really write it: names with signs, accents, legal forms, `&` and letters that only look
-- alike; websites with ports, subdomains for small screens and counting parameters. And the people and invitations behind them.

drop index provider_same_name;
drop index provider_same_website;

-- One alphabet: letters without a decomposition, and those of other scripts that look like Latin ones, in upper or lower case.
create function provider_name_words(name text) returns text language sql immutable parallel safe return
  -- The letters of `S.A.R.L.` and `J. R.` belong together.
  regexp_replace(trim(regexp_replace(
    replace(replace(replace(translate(
      lower(regexp_replace(normalize(name, nfkd), '[\u0300-\u036f\u00ad\u200b-\u200f\u2060\ufeff]', '', 'g')),
      'авеѕіјкмнорстухԁαβεζηικμνορςτυχɑɡıøłđð',
      'abesijkmhopctyxdabezhikmvopstuxagioldd'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
    '[^[:alnum:]]+', ' ', 'g')), '(?<=\m\w) (?=\w\M)', '', 'g');

-- Of two letters only what hardly anybody trades under counts in front of a name: `AB Plomberie` is no `AS Plomberie`.
create or replace function provider_name_key(name text) returns text language sql immutable parallel safe return (
  select regexp_replace(translate(replace(
      coalesce(nullif(trim(regexp_replace(said, '( (ab|ag|as|bv|co|cv|ek|kg|nv|oy|sc|sl|ug|sp zoo))+$', '')), ''), words),
    -- 0 and O, 1, I and l; then Müller and Mueller.
    ' ', ''), '01i', 'oll'), '([aou])e', '\1', 'g')
  from (select provider_name_words(name)) as w (words),
  lateral (select ' ' || trim(regexp_replace(regexp_replace(words,
    '\y(et|and|und|sarl|sarlu|sas|sasu|eurl|selarl|scop|sa|snc|ei|eirl|gie|ltd|limited|llc|llp|inc|incorporated|corp|plc|gmbh|gbr|ohg|kgaa|bvba|vof|srl|scrl|spa|slu|asbl|vzw|sro|doo|aps|kft|pty)\y',
    '', 'g'), ' +', ' ', 'g'))) as s (said)
);

-- The page counts, since some share a host with everybody; of a query only which page it means.
create or replace function provider_website_key(website text) returns text language sql immutable parallel safe return (
  select regexp_replace(regexp_replace(page, '\.?(:(80|443))?(?=/|$)', ''), '^((www\d*|m|mobile|[a-z]{2}-[a-z]{2})\.)+(?=[^/]+\.)', '')
    || coalesce('?' || substring(query from '[?&](id=[^&#]+)'), '')
  from (select split_part(regexp_replace(lower(website), '^[a-z]+://([^/@]*@)?', ''), '#', 1)) as u (url),
  lateral (select
    regexp_replace(regexp_replace(split_part(url, '?', 1), '/+', '/', 'g'), '(/(index|default)\.[a-z]+)?/*$', ''),
    '?' || split_part(url, '?', 2)) as p (page, query)
);

create index provider_same_name on provider (provider_name_key(display_name)) where state <> 'closed';
create index provider_same_website on provider (provider_website_key(website)) where state <> 'closed' and website is not null;
create index representative_ever_of_provider on representative (provider_id, user_id);
create index invitation_contact on invitation (contact_key) where state = 'invited';
