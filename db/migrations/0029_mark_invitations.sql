-- 0029_mark_invitations.sql: who is invited as a patient is told to sessions with the second step only, and every read of it
-- is recorded (docs/threats.md T7, T18).
comment on table public.invitations is
  'Health data: an offer of a role to one address, single use, 72 hours, never above the inviter. Whom a clinic invites as a patient says something about their health; a row stands for the invited person, who has no record yet.';
select app.guard_health_data('public.invitations');
