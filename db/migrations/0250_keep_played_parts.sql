-- 0250_keep_played_parts.sql: which parts of a video its reader has played (docs/domain-rules.md rule 43, docs/decisions/0138).
-- A sum of seconds counted a part as often as it was played, and a short jump as if it had been. The sum stays for servers of the
-- version before, which may run beside this one; nothing reads it any more.
alter table public.content_readings
  -- pairs of seconds, in order, none touching the next: domain/learning/played.ts
  add column watched jsonb not null default '[]'
    constraint content_readings_watched_check check (case when jsonb_typeof(watched) = 'array'
      then jsonb_array_length(watched) <= 100 and length(watched::text) <= 4000 else false end);
