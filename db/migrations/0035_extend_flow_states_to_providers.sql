-- 0035_extend_flow_states_to_providers.sql: a flow that goes by way of an OpenID provider such as Google
-- (auth-contract.md 3.5). Its id is the `state` that the provider hands back.

-- without a challenge a flow ends in the page's fragment (auth-contract.md D17), or in the address of a linked identity
alter table auth.flow_states
  alter column code_challenge drop not null,
  alter column code_challenge_method drop not null,
  -- null: a flow that ends in a mail's link
  add column provider               text,
  -- a page of ours or of the allow-list, checked before it is stored
  add column redirect_to            text,
  -- our half of the flow towards the provider: PKCE (RFC 7636) and the nonce its identity token must carry
  add column provider_verifier      text,
  add column provider_nonce         text,
  -- the link of an invitation that the flow takes up, as auth.one_time_tokens has it
  add column invite_link_hash       bytea,
  -- who adds a way to sign in, instead of signing in
  add column linking_user_id        uuid references auth.users on delete cascade,
  -- when the provider sent the browser back, which it can do once
  add column returned_at            timestamptz,
  -- the provider's own tokens, readable only with the code in the redirect (links/sealed-tokens.ts)
  add column provider_tokens_sealed bytea,
  add constraint flow_states_challenge_check check (
    (code_challenge is null) = (code_challenge_method is null) and (code_challenge is not null or provider is not null)),
  add constraint flow_states_provider_check check (
    provider is null or (redirect_to is not null and provider_verifier is not null and provider_nonce is not null));
create index flow_states_linking_user_idx on auth.flow_states (linking_user_id);

comment on column auth.one_time_tokens.scope is
  'What else the token is bound to: the invitation; the provider identity that a confirmation is about (identity:ID); sign-in-link for a confirmation that somebody asked for to sign in; empty otherwise.';
