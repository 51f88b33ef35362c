-- 0080_find_members_by_short_terms.sql: one or two letters are found in the members list by index too. Trigrams begin at
-- three, so such a search read every line of the clinic.

-- The single characters of a text and its pairs, each once.
create function app.short_parts(p_text text) returns text[] language sql immutable strict parallel safe
begin atomic
  select array_agg(distinct substr(p_text, n, size))
    from generate_series(1, char_length(p_text)) n, generate_series(1, 2) size;
end;
grant execute on function app.short_parts(text) to system;

create index member_entries_short_idx on app.member_entries
  using gin (clinic_id extensions.uuid_ops, app.short_parts(search));
