-- 0059_fix_currency_with_first_sale.sql: a clinic chooses its currency at set-up; once a price exists at Stripe, or money has
-- moved, it stays (docs/payments.md 10).
create function app.check_currency() returns trigger language plpgsql set search_path = '' as $$
begin
  if exists (select from public.plan_prices p where p.clinic_id = new.id and p.stripe_price is not null)
     or exists (select from public.journal j where j.clinic_id = new.id) then
    raise exception 'the currency of clinic % is fixed', new.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger clinics_check_currency before update of currency on public.clinics
  for each row when (old.currency is distinct from new.currency) execute function app.check_currency();

-- before the first sale, a clinic that chooses another country gives its account up
grant delete on public.payout_accounts to system;
-- and its drafts follow
grant update (currency) on public.plan_prices to system;
