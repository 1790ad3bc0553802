-- Search by words of the profile, and in the order of the longest claims.
create function provider_search_text(name text, summary text) returns tsvector language sql immutable parallel safe return
  to_tsvector('simple'::regconfig, provider_name_words(name || ' ' || coalesce(summary, '')));
create index provider_search on provider using gin (provider_search_text(display_name, summary)) where publication = 'published';
create index public_listing_by_freshness on public_listing (category_key, live_until desc, provider_id desc);
