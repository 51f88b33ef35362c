-- 0030_send_text_messages.sql: codes by text message wait in the same outbox as mails (auth-contract.md 1.9 and D14).
alter table app.mails add column channel text not null default 'mail' check (channel in ('mail', 'sms'));
comment on column app.mails.channel is
  'sms: to_address is a phone number, and text_body is sealed until the message has left, so that no code is readable here.';

alter table auth.mail_clocks drop constraint mail_clocks_kind_check;
alter table auth.mail_clocks add constraint mail_clocks_kind_check
  check (kind in ('confirmation', 'recovery', 'email_change', 'reauthentication', 'sms'));

alter table auth.one_time_tokens drop constraint one_time_tokens_kind_check;
alter table auth.one_time_tokens add constraint one_time_tokens_kind_check
  check (kind in ('confirmation', 'invitation', 'recovery', 'email_change_new', 'email_change_current',
                  'reauthentication', 'phone_confirmation', 'phone_change'));
