-- 0116_mark_unused_content_files.sql: a picture that was replaced, and the files of deleted content, end a while after nothing
-- uses them (server/features/content/purge-content.ts). Until then an undo finds them.
alter table public.files add column unused_since timestamptz;
comment on column public.files.unused_since is 'Since when no content uses it, as the nightly job has found; null while it is used.';
